/** What is asked for, or a failure named AbortError if it is not there after so many seconds; no clock is left running. */
export async function within<T>(seconds: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), seconds * 1000);
  try {
    return await ask(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
