/** How this payer runs, from its environment. */
export interface Settings {
  /** `KARYO_SIM_PORT`: where inquiries are posted to; 0 takes a free port. */
  port: number
  /** `KARYO_SIM_SLOW_SECONDS`: how late the answer for the slow member comes. */
  slowSeconds: number
}

/** Reads the environment; throws an Error that names the variable at fault. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const number = (name: string, fallback: number, most: number): number => {
    const text = environment[name]?.trim() || String(fallback)
    const value = Number(text)
    if (!Number.isInteger(value) || value < 0 || value > most)
      throw new Error(`${name} is no usable number: ${text}`)
    return value
  }
  return {
    port: number('KARYO_SIM_PORT', 0, 65_535),
    slowSeconds: number('KARYO_SIM_SLOW_SECONDS', 45, 3_600),
  }
}
