/** Waiting for what may be stopped. */

/** The value, or null once the run is stopped. */
export async function untilStopped<Value>(stop: AbortSignal, promise: Promise<Value>): Promise<Value | null> {
  let forget = (): void => undefined;
  const stopped = new Promise<null>((resolve) => {
    const onAbort = (): void => resolve(null);
    forget = () => stop.removeEventListener('abort', onAbort);
    if (stop.aborted) onAbort();
    else stop.addEventListener('abort', onAbort);
  });
  // what comes after the stop is of no use, a failure too
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    forget();
  }
}

/** Whether the run is stopped within a second: a signal may reach another process first. */
export async function stopsSoon(stop: AbortSignal): Promise<boolean> {
  for (let k = 0; k < 20 && !stop.aborted; k++)
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  return stop.aborted;
}
