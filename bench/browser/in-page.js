// Runs in the page before anything else does, and keeps count of what it sees. Not TypeScript: a browser reads it as it is.
(() => {
  // By this the browser's trace tells which of its processes we are.
  performance.mark('stemma-bench');
  const longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });

  let intervals = [];
  let last = 0;
  let isCounting = false;
  const tick = (now) => {
    if (!isCounting) return;
    if (last > 0) intervals.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };

  /** How far anything was scrolled, there and back; without it nothing was measured. */
  let scrolled = 0;
  const places = new WeakMap();
  addEventListener(
    'scroll',
    ({ target }) => {
      const top = target.scrollTop ?? scrollY;
      scrolled += Math.abs(top - (places.get(target) ?? 0));
      places.set(target, top);
    },
    { capture: true, passive: true },
  );

  /** When the first row with its words was on screen: the frame that has it is drawn before the next message is taken. */
  let usable = 0;
  const look = () => {
    if (!document.querySelector('[role=option] bdi, [role=treeitem] bdi')) return;
    watcher.disconnect();
    const channel = new MessageChannel();
    channel.port1.onmessage = () => (usable = performance.now());
    requestAnimationFrame(() => channel.port2.postMessage(null));
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { childList: true, subtree: true });

  globalThis.stemmaBench = {
    begin() {
      performance.mark('stemma-bench');
      [intervals, last, isCounting, scrolled] = [[], 0, true, 0];
      longTasks.length = 0;
      requestAnimationFrame(tick);
    },
    end() {
      isCounting = false;
      return { intervals, scrolled, longTasks: longTasks.map(({ ms }) => ms) };
    },
    /** Milliseconds since the page was asked for. */
    opened() {
      const skeletons = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/skeleton'));
      return {
        painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
        answered: skeletons.length > 0 ? Math.min(...skeletons.map(({ responseEnd }) => responseEnd)) : null,
        usable,
      };
    },
  };
})();
