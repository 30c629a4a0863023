// appium-adb: the methods of its ADB class that need no emulator binary, build tool or root.
import { mkdtempSync, rmSync, statSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADB } from "appium-adb";
import { serial, port, op, expect, until, freePort } from "./check.mjs";

const dir = mkdtempSync(join(tmpdir(), "peer-appium-"));
const adb = await ADB.createADB({ adbPort: port, udid: serial, suppressKillServer: true, adbExecTimeout: 20_000 });
adb.setDeviceId(serial);

const settings = "com.android.settings";
const is = (name, wanted, ...args) => op(name, async () => expect(name, await adb[name](...args), wanted));
const does = (name, ...args) => op(name, async () => adb[name](...args));
const some = (l) => l.length > 0;

await op("getConnectedDevices", async () => expect("serials", (await adb.getConnectedDevices()).map((d) => d.udid), (l) => l.includes(serial)));
await is("getApiLevel", (n) => n >= 28);
await is("getPlatformVersion", /^\d+/);
await is("isDeviceConnected", true);
await is("ping", true);
await does("waitForDevice", 5);
await is("getModel", /\S/);
await is("getManufacturer", /\S/);
await is("getScreenSize", /^\d+x\d+$/);
await is("getScreenDensity", (n) => n >= 120);
await is("getTimeZone", /\//);
await is("getDeviceProperty", /\d+/, "ro.build.version.sdk");
await op("setDeviceProperty", async () => {
  await adb.setDeviceProperty("debug.peer", "one", { privileged: false });
  expect("value", await adb.getDeviceProperty("debug.peer"), "one");
});
await is("getDeviceSysLocale", (s) => typeof s === "string");
await is("getDeviceProductLocale", /-/);
await is("getDeviceLanguage", /^[a-z]{2}$/);
await is("getDeviceCountry", /^[A-Z]{2}$/);
await is("getDeviceLocale", /^[a-z]{2}-/);
await op("setSetting, getSetting", async () => {
  await adb.setSetting("system", "screen_off_timeout", 600000);
  expect("value", await adb.getSetting("system", "screen_off_timeout"), "600000");
});
await is("getLocationProviders", (l) => Array.isArray(l));
await does("toggleGPSLocationProvider", true);
await op("setWifiState, isWifiOn", async () => {
  await adb.setWifiState(false);
  expect("off", await adb.isWifiOn(), false);
  await adb.setWifiState(true);
  expect("on", await adb.isWifiOn(), true);
});
await op("setDataState, isDataOn", async () => {
  await adb.setDataState(false);
  expect("off", await adb.isDataOn(), false);
  await adb.setDataState(true);
  expect("on", await adb.isDataOn(), true);
});
await op("setAirplaneMode, isAirplaneModeOn", async () => {
  await adb.setAirplaneMode(true);
  expect("on", await adb.isAirplaneModeOn(), true);
  await adb.setAirplaneMode(false);
  expect("off", await adb.isAirplaneModeOn(), false);
});
await does("setBluetoothOn", true);
await op("setAnimationScale, isAnimationOn", async () => {
  await adb.setAnimationScale(0);
  expect("off", await adb.isAnimationOn(), false);
  await adb.setAnimationScale(1);
  expect("on", await adb.isAnimationOn(), true);
});
await is("getScreenOrientation", 0);
await does("setDefaultHiddenApiPolicy");
await does("setHiddenApiPolicy", 1);
await op("setHttpProxy, deleteHttpProxy", async () => {
  await adb.setHttpProxy("127.0.0.1", 8080);
  expect("value", await adb.getSetting("global", "http_proxy"), "127.0.0.1:8080");
  await adb.deleteHttpProxy();
});
await is("getDeviceIdleWhitelist", some);
await does("addToDeviceIdleWhitelist", settings);
await op("ensureCurrentLocale", async () => {
  const [language, country] = (await adb.getDeviceLocale()).split("-");
  expect("same", await adb.ensureCurrentLocale(language, country), true);
});

await is("isAppInstalled", true, settings);
await op("isAppInstalled: no", async () => expect("answer", await adb.isAppInstalled("com.nobody.here"), false));
await is("listInstalledPackages", some);
await op("getPackageInfo", async () => expect("version", (await adb.getPackageInfo(settings)).versionName, /\d/));
await is("resolveLaunchableActivity", /Settings/, settings);
await op("startApp", async () => adb.startApp({ pkg: settings, activity: ".Settings", waitDuration: 15_000 }));
await op("getFocusedPackageAndActivity", async () => expect("package", (await adb.getFocusedPackageAndActivity()).appPackage, settings));
await op("waitForActivity", async () => adb.waitForActivity(settings, "*", 5_000));
await op("waitForNotActivity", async () => adb.waitForNotActivity("com.nobody.here", ".Main", 5_000));
await is("dumpWindows", /mCurrentFocus/);
await is("isAppRunning", true, settings);
await is("listAppProcessIds", some, settings);
await is("processExists", true, settings);
await op("getProcessIdsByName, getProcessNameById", async () => {
  const [id] = await adb.getProcessIdsByName(settings);
  expect("name", await adb.getProcessNameById(id), settings);
});
await is("listProcessStatus", some);
await does("goToHome");
await does("activateApp", settings);
await op("startUri", async () => {
  await adb.startUri("https://example.com/", null, { waitForLaunch: true });
  await adb.goToHome();
});
await does("broadcast", "com.example.SOMETHING");
await op("killProcessesByName", async () => adb.killProcessesByName("com.nobody.here"));
await op("forceStop", async () => {
  await adb.forceStop(settings);
  await until("stopped", async () => !(await adb.isAppRunning(settings)));
});
await is("getReqPermissions", (l) => Array.isArray(l), "com.example.notes");
await is("getGrantedPermissions", (l) => Array.isArray(l), settings);
await is("getDeniedPermissions", (l) => Array.isArray(l), settings);
await does("clear", "com.example.notes");
await does("stopAndClear", "com.example.notes");
await op("pullApk", async () => expect("bytes", statSync(await adb.pullApk("com.example.notes", dir)).size, (n) => n > 0));

await is("availableIMEs", some);
await is("enabledIMEs", some);
await is("defaultIME", /\//);
await op("enableIME, setIME", async () => {
  const ime = await adb.defaultIME();
  await adb.enableIME(ime);
  await adb.setIME(ime);
  expect("the same", await adb.defaultIME(), ime);
});
await op("isSoftKeyboardPresent", async () => expect("keyboard", (await adb.isSoftKeyboardPresent()).isKeyboardShown, false));
await op("keyevent, back", async () => {
  await adb.keyevent(3);
  await adb.back();
});
await op("inputText, clearTextField, hideKeyboard", async () => {
  await adb.startApp({ pkg: "com.example.notes", activity: ".MainActivity", waitDuration: 15_000 });
  await adb.shell(["am", "start", "-W", "-a", "android.settings.SETTINGS"]);
  await adb.inputText("plain & 'quoted'");
  await adb.clearTextField(20);
  if ((await adb.isSoftKeyboardPresent()).isKeyboardShown) {
    await adb.hideKeyboard();
  }
  await adb.goToHome();
});
await is("isScreenLocked", false);
await does("dismissKeyguard");
await does("cycleWakeUp");
await op("isLockManagementSupported", async () => adb.isLockManagementSupported());
await op("setLockCredential, isLockEnabled, verifyLockCredential, clearLockCredential", async () => {
  const before = await adb.isLockEnabled(); // a lock that only wants a swipe counts as one
  await adb.setLockCredential("pin", "1234");
  expect("enabled", await adb.isLockEnabled("1234"), true);
  expect("verified", await adb.verifyLockCredential("1234"), true);
  await adb.clearLockCredential("1234");
  expect("as before", await adb.isLockEnabled(), before);
});

await op("push, fileExists, fileSize, ls, pull, rimraf", async () => {
  writeFileSync(join(dir, "a.txt"), "12345");
  await adb.push(join(dir, "a.txt"), "/sdcard/peer/a.txt");
  expect("exists", await adb.fileExists("/sdcard/peer/a.txt"), true);
  expect("size", await adb.fileSize("/sdcard/peer/a.txt"), 5);
  expect("list", await adb.ls("/sdcard/peer"), (l) => l.includes("a.txt"));
  await adb.pull("/sdcard/peer/a.txt", join(dir, "b.txt"));
  expect("bytes", readFileSync(join(dir, "b.txt"), "utf8"), "12345");
  await adb.rimraf("/sdcard/peer");
  expect("gone", await adb.fileExists("/sdcard/peer/a.txt"), false);
});
await does("mkdir", "/sdcard/peer dir");
await op("takeScreenshot", async () => expect("png", (await adb.takeScreenshot()).subarray(1, 4).toString(), "PNG"));
await op("screenrecord", async () => {
  const p = adb.screenrecord("/sdcard/peer.mp4", { timeLimit: 1 });
  await p.start(0); // it prints nothing that one could wait for
  await until("a file", async () => (await adb.fileExists("/sdcard/peer.mp4")) && (await adb.fileSize("/sdcard/peer.mp4")) > 500, 10_000);
}, 20_000);
await op("startLogcat, getLogcatLogs, stopLogcat", async () => {
  await adb.startLogcat();
  await adb.shell(["log", "-t", "peer", "peer-mark"]);
  await until("the line", () => adb.getLogcatLogs().some((l) => l.message.includes("peer-mark")));
  await adb.stopLogcat();
});
await op("forwardPort, getForwardList, removePortForward", async () => {
  const free = await freePort();
  await adb.forwardPort(free, 7);
  expect("list", await adb.getForwardList(), (l) => l.some((s) => s.includes(String(free))));
  await adb.removePortForward(free);
});
await does("forwardAbstractPort", await freePort(), "nobody");
await op("reversePort, getReverseList, removePortReverse", async () => {
  await adb.reversePort(7913, await freePort());
  expect("list", await adb.getReverseList(), (l) => l.some((s) => s.includes("7913")));
  await adb.removePortReverse(7913);
});
await is("listFeatures", (m) => some(Object.keys(m)));
await is("isStreamedInstallSupported", true);
await op("shell: exit code and stderr", async () => {
  const e = await adb.shell(["ls", "/none"]).then(() => null, (e) => e);
  expect("code", e?.code, 1);
  expect("stderr", e?.stderr, /No such file/);
});
await op("isRoot", async () => expect("root", await adb.isRoot(), false));
await op("uninstallApk: unknown", async () => expect("done", await adb.uninstallApk("com.nobody.here"), false));
await op("getVersion", async () => expect("version", (await adb.getVersion()).binary?.version, (v) => v !== undefined));

rmSync(dir, { recursive: true, force: true });
process.exit(0);
