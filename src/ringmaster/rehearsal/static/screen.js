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
