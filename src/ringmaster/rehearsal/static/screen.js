// A screen begins at the end of its channel and stays there, as in Discord, until one scrolls up.
const NEAR = 48;
const timeline = document.getElementById("channel-timeline");
const list = document.getElementById("channel-message-list");
let follows = true;
let before = 0;

timeline.addEventListener("scroll", () => {
  const left = timeline.scrollHeight - timeline.clientHeight - timeline.scrollTop;
  if (left < NEAR) follows = true;
  else if (timeline.scrollTop < before) follows = false;
  before = timeline.scrollTop;
}, { passive: true });

const watcher = new ResizeObserver(() => {
  if (follows) timeline.scrollTop = timeline.scrollHeight;
});
watcher.observe(list);
watcher.observe(timeline);

// simcord draws a message again only when it has changed, so "in 2 hours" follows the page's clock here.
const RELATIVE = /^(in \d|\d+ \w+ ago$|now$|this |next |last |tomorrow$|yesterday$)/;
const UNITS = [["second", 1, 60], ["minute", 60, 3600], ["hour", 3600, 86400], ["day", 86400, 604800], ["week", 604800, Infinity]];
const words = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

function fromNow(seconds) {
  const [unit, length] = UNITS.find(([, , below]) => Math.abs(seconds) < below);
  return words.format(Math.round(seconds / length), unit);
}

setInterval(() => {
  const now = new Date(parent.document.getElementById("clock")?.dateTime ?? "");
  if (Number.isNaN(now.getTime())) return;
  for (const time of list.querySelectorAll("time.discord-timestamp[datetime]")) {
    if (!RELATIVE.test(time.textContent)) continue;
    const text = fromNow((new Date(time.dateTime) - now) / 1000);
    if (text !== time.textContent) time.textContent = text;
  }
}, 1000);
