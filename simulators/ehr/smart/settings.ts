/** Everything that a launch reads; a hospital may grant less. */
export const ALL_SCOPES =
  'openid fhirUser launch patient/Patient.rs user/Practitioner.rs user/PractitionerRole.rs patient/Encounter.rs patient/Condition.rs patient/Coverage.rs user/Organization.rs patient/FamilyMemberHistory.rs patient/ServiceRequest.rs'

/** Reads the environment; throws an Error that names the invalid variable. */
export function readSettings(environment: Record<string, string | undefined>) {
  const text = (name: string, fallback: string) => environment[name]?.trim() || fallback
  const port = Number(text('KARYO_SIM_PORT', '3901'))
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`KARYO_SIM_PORT is not a valid port: ${environment.KARYO_SIM_PORT}`)
  const portal = text('KARYO_SIM_PORTAL', 'http://localhost:3000')
  if (!URL.canParse(portal)) throw new Error(`KARYO_SIM_PORTAL is not an address: ${portal}`)
  return {
    ...{ port, portal: new URL(portal).origin, hospital: text('KARYO_SIM_HOSPITAL', 'harborview') },
    scopes: ALL_SCOPES,
    /** The code of the interface whose advice it asks for; '' for none. */
    adviceOf: text('KARYO_SIM_INTERFACE', ''),
  }
}
