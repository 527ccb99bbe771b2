/* Stands between SQLite and the system in tests/faults.rs, and has calls fail that change or flush a
   database. The file that CAPICU_FAULTS names says which: "ROUND FIRST LAST ERROR". Within a
   round, those of number FIRST to LAST fail with this error; how many there were is written to the file
   of the same name and ".count". */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long round_now = -1, calls = 0;

static int fails(int fd) {
    char link[64], path[4096], name[4096];
    const char *plan = getenv("CAPICU_FAULTS");
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (plan == NULL || length < 0) return 0;
    path[length] = 0;
    if (strstr(path, "/capicu.db") == NULL) return 0;
    int error = 0;
    pthread_mutex_lock(&mutex);
    FILE *file = fopen(plan, "r");
    long number, first, last;
    int which;
    if (file != NULL) {
        if (fscanf(file, "%ld %ld %ld %d", &number, &first, &last, &which) == 4) {
            if (number != round_now) {
                round_now = number;
                calls = 0;
            }
            calls++;
            if (calls >= first && calls <= last) error = which;
        }
        fclose(file);
    }
    snprintf(name, sizeof name, "%s.count", plan);
    file = fopen(name, "w");
    if (file != NULL) {
        fprintf(file, "%ld %ld\n", round_now, calls);
        fclose(file);
    }
    pthread_mutex_unlock(&mutex);
    errno = error;
    return error;
}

#define STAND_IN(type, name, parameters, arguments)                                                 \
    type name parameters {                                                                          \
        static type (*real) parameters;                                                             \
        if (real == NULL) real = (type(*) parameters)dlsym(RTLD_NEXT, #name);                       \
        return fails(fd) ? -1 : real arguments;                                                     \
    }

STAND_IN(ssize_t, write, (int fd, const void *bytes, size_t n), (fd, bytes, n))
STAND_IN(ssize_t, pwrite, (int fd, const void *bytes, size_t n, off_t at), (fd, bytes, n, at))
STAND_IN(ssize_t, pwrite64, (int fd, const void *bytes, size_t n, off64_t at), (fd, bytes, n, at))
STAND_IN(int, fsync, (int fd), (fd))
STAND_IN(int, fdatasync, (int fd), (fd))
STAND_IN(int, ftruncate, (int fd, off_t length), (fd, length))
STAND_IN(int, ftruncate64, (int fd, off64_t length), (fd, length))
