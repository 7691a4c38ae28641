/** The hospital's settings from its environment. */
export interface Settings {
  /** `KARYO_SIM_PORT`: the port of its provider on 127.0.0.1; 0 picks a free one. */
  port: number
  /** `KARYO_SIM_PORTAL`: the portal's origin. */
  portal: string
  /** `KARYO_SIM_HOSPITAL`: the ID under which the portal's Support adds the hospital. */
  hospital: string
}

/** Reads the environment; throws an Error that names the invalid variable. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const text = (name: string, fallback: string) => environment[name]?.trim() || fallback
  const port = Number(text('KARYO_SIM_PORT', '3900'))
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`KARYO_SIM_PORT is not a valid port: ${environment.KARYO_SIM_PORT}`)
  const portal = text('KARYO_SIM_PORTAL', 'http://localhost:3000')
  if (!URL.canParse(portal)) throw new Error(`KARYO_SIM_PORTAL is not an address: ${portal}`)
  return { port, portal: new URL(portal).origin, hospital: text('KARYO_SIM_HOSPITAL', 'harborview') }
}
