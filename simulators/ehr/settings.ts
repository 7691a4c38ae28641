/** The hospital's settings from its environment. */
export interface Settings {
  /** `KARYO_SIM_PORT`: the port of its pages on 127.0.0.1. */
  port: number
  /** `KARYO_SIM_RESULT_PORT`: where it takes results, on 127.0.0.1. */
  resultPort: number
  /** `KARYO_EHR_PORT`: the portal's port for hospitals' orders, on this machine. */
  portalPort: number
  /** `KARYO_SIM_TLS_CERT`, `KARYO_SIM_TLS_KEY`: PEM files of its own certificate. */
  certFile: string
  keyFile: string
  /** `KARYO_EHR_TLS_CERT`: the PEM file of the portal's certificate. */
  portalCertFile: string
  /** `KARYO_SIM_SEED`: who its patients are. */
  seed: number
}

/** Reads the environment; throws an Error that names the invalid variable. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const number = (name: string, fallback: number, most: number) => {
    const value = Number(environment[name]?.trim() || fallback)
    if (!Number.isInteger(value) || value < 0 || value > most)
      throw new Error(`${name} is not a whole number up to ${most}: ${environment[name]}`)
    return value
  }
  const file = (name: string) => {
    const path = environment[name]?.trim()
    if (!path) throw new Error(`${name} is missing: the path of a PEM file`)
    return path
  }
  return {
    port: number('KARYO_SIM_PORT', 3910, 65_535),
    resultPort: number('KARYO_SIM_RESULT_PORT', 3911, 65_535),
    portalPort: number('KARYO_EHR_PORT', 2576, 65_535),
    ...{ certFile: file('KARYO_SIM_TLS_CERT'), keyFile: file('KARYO_SIM_TLS_KEY') },
    portalCertFile: file('KARYO_EHR_TLS_CERT'),
    seed: number('KARYO_SIM_SEED', 1, 1_000_000),
  }
}
