"""Makes an account with a bot on a server and lets the example bot play a match: play.py ADDRESS EXAMPLE USERNAME"""
import http.cookiejar, json, os, re, subprocess, sys, time, urllib.parse, urllib.request

address, example, name = sys.argv[1:]
jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
opener = urllib.request.build_opener(jar)


def post(path, body, kind):
    request = urllib.request.Request(address + path, body.encode(), {"Content-Type": kind})
    return opener.open(request, timeout=30).read().decode()


def form(path, **fields):
    return post(path, urllib.parse.urlencode(fields), "application/x-www-form-urlencoded")


for attempt in range(300):
    try:
        page = opener.open(address, timeout=5).read().decode()
        break
    except OSError:
        time.sleep(0.1)
else:
    sys.exit(f"no server at {address}")
if "<html" not in page:
    sys.exit("the first page is no page")
script = re.search(r'/assets/[^"]+\.js', opener.open(address + "/play", timeout=30).read().decode())
if not script or not opener.open(address + script[0], timeout=30).read():
    sys.exit("the page of the table is not in the program")
post("/api/me", json.dumps({"name": "Ana"}), "application/json")
post("/api/me/member", json.dumps({"username": name}), "application/json")
form("/me/bots", username=name + "-bot")
shown = form("/me/bots/token", bot=name + "-bot", label="here", days=30, play="on", challenge="on", read="on")
token = re.search("capi_[0-9a-f]{64}", shown)[0]
environment = dict(os.environ, CAPICU_TOKEN=token)
sys.exit(subprocess.run([sys.executable, example, address], env=environment, timeout=300).returncode)
