/* Stands between the server and the system in tests/faults.rs, and puts the clock on the wall ahead or
   back: by as many seconds as the file says that CAPICU_CLOCK names. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long ahead(void) {
    const char *name = getenv("CAPICU_CLOCK");
    FILE *file = name == NULL ? NULL : fopen(name, "r");
    long seconds = 0;
    if (file == NULL) return 0;
    if (fscanf(file, "%ld", &seconds) != 1) seconds = 0;
    fclose(file);
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (real == NULL) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int failed = real(clock, time);
    if (!failed && clock == CLOCK_REALTIME) time->tv_sec += ahead();
    return failed;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    static int (*real)(struct timeval *, void *);
    if (real == NULL) real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
    int failed = real(time, zone);
    if (!failed) time->tv_sec += ahead();
    return failed;
}
