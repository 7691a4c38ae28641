import { threadId } from 'node:worker_threads'

/** Jobs for the tests of heavy work. */
export const twice = (value: number) => ({ value: 2 * value, threadId })

export function forEver(): never {
  while (true) Math.random()
}

export function untilFlagged(flag: SharedArrayBuffer): string {
  Atomics.wait(new Int32Array(flag), 0, 0, 20_000)
  return 'told'
}

export function fails(): never {
  throw new RangeError('as it should')
}
