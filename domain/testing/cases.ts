/** Set by `npm run thorough`: 1 for every case, 10 for ten times as many. */
const THOROUGH = Number(process.env.THOROUGH ?? 0)

/** Whether counts of what was tried are worth printing. */
export const isThorough = THOROUGH > 0

/** How many generated cases a test tries: a fifth of `all` in `npm test`, and all of them in `npm run thorough`. */
export const cases = (all: number): number => Math.ceil(all * (isThorough ? THOROUGH : 0.2))
