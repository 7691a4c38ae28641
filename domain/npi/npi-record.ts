/** A name as registered; missing parts are ''. */
export interface RegisteredName {
  firstName: string
  middleName: string
  lastName: string
}

/** An entry of the NPI registry, in the parts that the portal uses. */
export interface NpiRecord extends RegisteredName {
  npi: string
  /** NPI-1 is a person, NPI-2 an organization, which has no names here. */
  kind: 'person' | 'organization'
  /** Former and professional names, such as a maiden name. */
  otherNames: RegisteredName[]
  /** As registered: 'MD', 'M.D., Ph.D.'. */
  credential: string
  /** False once deactivated; the registry then gives only the number. */
  active: boolean
  /** `code` of the health care provider taxonomy; `description` is '' if unknown. */
  taxonomies: { code: string; description: string; primary: boolean }[]
  /** Where the provider practices; `state` is the two-letter code. */
  city: string
  state: string
}
