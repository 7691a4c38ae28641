/** `THOROUGH=1 npm run unit` tries every case, `THOROUGH=10` ten times as many. */
const THOROUGH = Number(process.env.THOROUGH ?? 0)

/** Whether counts of what was tried are worth printing. */
export const isThorough = THOROUGH > 0

/** How many generated cases a test tries: a fifth of `all` in `npm test`, and all of them in `THOROUGH=1 npm run unit`. */
export const cases = (all: number): number => Math.ceil(all * (isThorough ? THOROUGH : 0.2))
