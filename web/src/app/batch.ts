// What comes within one frame is taken together, so that the page is drawn once for it and not for each message: a
// quick table tells of a whole round of bets in a few milliseconds, and six tables of six.

/** How long a message waits at most where no frame is drawn: a page in the background still has to play. */
const LATEST_MS = 50;

/** A function that hands everything on in order, at the next frame. */
export function batched<T>(take: (one: T) => void): (one: T) => void {
  let waiting: T[] = [];
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drain() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const now = waiting;
    waiting = [];
    for (const one of now) {
      try {
        take(one);
      } catch (error) {
        // The next message is none the worse for it.
        reportError(error);
      }
    }
  }

  return (one) => {
    if (waiting.push(one) > 1) return;
    frame = requestAnimationFrame(drain);
    timer = setTimeout(drain, LATEST_MS);
  };
}
