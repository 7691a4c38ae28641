import { BEHAVIOURS, type Behaviour } from './plan.ts'

/** The laboratory's settings from its environment. */
export interface Settings {
  /** `KARYO_SIM_PORT`: the port for orders; 0 picks a free one. */
  port: number
  /** `KARYO_SIM_PORTAL_HOST`, `KARYO_SIM_PORTAL_PORT`: where results are sent. */
  portalHost: string
  portalPort: number
  /** `KARYO_SIM_DIR`: the journal's directory. */
  dir: string
  /** `KARYO_LAB_SPEED`: 1 reports about 100 s after receipt, 100 after one second. */
  speed: number
  /** `KARYO_SIM_SEED`: determines the invented results. */
  seed: number
  /** `KARYO_LAB_BEHAVIOUR`: whether every order simply proceeds. */
  behaviour: Behaviour
  /** `KARYO_SIM_CONTROL_PORT`: the port for commands; 0 picks a free one. Null if unset: no commands. */
  controlPort: number | null
  /**
   * `KARYO_SIM_FHIR_URL`: where reports are sent as FHIR Bundles, with `KARYO_SIM_FHIR_TOKEN_URL`,
   * `KARYO_SIM_FHIR_CLIENT_ID` and `KARYO_SIM_FHIR_CLIENT_SECRET` of a client that may send. Null if unset: they go by
   * HL7 v2, as everything else does in any case.
   */
  fhir: { url: string; tokenUrl: string; clientId: string; clientSecret: string } | null
  /** `KARYO_SIM_LABORATORY_NAME`: who signs the reports. */
  laboratoryName: string
}

/** Reads the environment; throws an Error that names the invalid variable. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const text = (name: string): string => {
    const value = environment[name]?.trim()
    if (!value) throw new Error(`${name} is not set`)
    return value
  }
  const number = (name: string, fallback: number | null, allowed: (value: number) => boolean): number => {
    if (fallback !== null && !environment[name]?.trim()) return fallback
    const value = Number(text(name))
    if (!allowed(value)) throw new Error(`${name} is not a valid number: ${environment[name]}`)
    return value
  }
  const behaviour = BEHAVIOURS.find(
    (known) => known === (environment.KARYO_LAB_BEHAVIOUR?.trim() || 'steady'),
  )
  if (!behaviour) throw new Error(`KARYO_LAB_BEHAVIOUR must be one of ${BEHAVIOURS.join(', ')}`)
  const isPort = (value: number) => Number.isInteger(value) && value >= 0 && value <= 65_535
  return {
    port: number('KARYO_SIM_PORT', 0, isPort),
    portalHost: environment.KARYO_SIM_PORTAL_HOST?.trim() || '127.0.0.1',
    portalPort: number('KARYO_SIM_PORTAL_PORT', null, (value) => isPort(value) && value > 0),
    dir: text('KARYO_SIM_DIR'),
    speed: number('KARYO_LAB_SPEED', 1, (value) => value >= 0.001 && value <= 1e6),
    seed: number('KARYO_SIM_SEED', 1, Number.isInteger),
    behaviour,
    controlPort: environment.KARYO_SIM_CONTROL_PORT?.trim()
      ? number('KARYO_SIM_CONTROL_PORT', null, isPort)
      : null,
    fhir: environment.KARYO_SIM_FHIR_URL?.trim()
      ? {
          ...{ url: text('KARYO_SIM_FHIR_URL'), tokenUrl: text('KARYO_SIM_FHIR_TOKEN_URL') },
          ...{
            clientId: text('KARYO_SIM_FHIR_CLIENT_ID'),
            clientSecret: text('KARYO_SIM_FHIR_CLIENT_SECRET'),
          },
        }
      : null,
    laboratoryName: text('KARYO_SIM_LABORATORY_NAME'),
  }
}
