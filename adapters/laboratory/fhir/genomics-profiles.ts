import type { Observation, ObservationComponent } from 'fhir/r4.js'
import { table } from '#domain/table.ts'

export const GUIDE = 'http://hl7.org/fhir/uv/genomics-reporting/StructureDefinition'

/** A report with a genetic result. */
export const REPORT_PROFILE = `${GUIDE}/genomic-report`

type ValueType = 'CodeableConcept' | 'string' | 'Range' | 'Quantity' | 'none'

interface Profile {
  name: string
  value: ValueType
  /** Concluded from another Observation. */
  isDerived?: boolean
  /** Components by LOINC code, or the guide's own, with the type of their value; `1`: at most one. */
  components: Readonly<Record<string, readonly [type: ValueType, most: '1' | '*']>>
}

const one = (type: ValueType) => [type, '1'] as const
const any = (type: ValueType) => [type, '*'] as const

const OF_FINDINGS = {
  ...{ 'conclusion-string': one('string'), '48018-6': any('CodeableConcept') },
  ...{
    '48001-2': any('CodeableConcept'),
    '62374-4': any('CodeableConcept'),
    '48000-4': any('CodeableConcept'),
  },
}
const OF_IMPLICATIONS = {
  ...{ 'conclusion-string': one('string'), '93044-6': any('CodeableConcept') },
  '53037-8': one('CodeableConcept'),
}

/**
 * The profiles of HL7 Genomics Reporting 3.0.0 (STU 3) by an Observation's code, as far as they limit what base FHIR
 * allows: which value it has, and which its components have.
 */
const PROFILES = table<Profile>({
  '69548-6': {
    ...{ name: 'variant', value: 'CodeableConcept' },
    components: {
      ...OF_FINDINGS,
      ...{ '48004-6': one('CodeableConcept'), '81290-9': one('CodeableConcept') },
      ...{ '81291-7': one('CodeableConcept'), '48013-7': one('CodeableConcept') },
      ...{ '51958-7': one('CodeableConcept'), '92822-6': one('CodeableConcept') },
      ...{ '81254-5': one('Range'), '81302-2': one('Range'), '81301-4': one('Range') },
      ...{ '69547-8': one('string'), '69551-0': one('string') },
      ...{ '48019-4': one('CodeableConcept'), '48002-0': one('CodeableConcept') },
      ...{ '81258-6': one('Quantity'), '82121-5': one('Quantity'), '82155-3': one('Quantity') },
      ...{ '53034-5': one('CodeableConcept'), '94186-4': one('CodeableConcept') },
      ...{ '82309-6': one('CodeableConcept'), '81252-9': any('CodeableConcept') },
      ...{ '48005-3': one('CodeableConcept'), 'variant-confidence-status': one('CodeableConcept') },
      ...{ 'repeat-motif': any('string'), 'repeat-number': any('Quantity') },
    },
  },
  '84414-2': { name: 'haplotype', value: 'CodeableConcept', components: OF_FINDINGS },
  '84413-4': { name: 'genotype', value: 'CodeableConcept', components: OF_FINDINGS },
  '82120-7': { name: 'sequence-phase-relationship', value: 'CodeableConcept', components: OF_FINDINGS },
  'diagnostic-implication': {
    ...{ name: 'diagnostic-implication', value: 'none', isDerived: true },
    components: {
      ...OF_IMPLICATIONS,
      ...{ '81259-4': any('CodeableConcept'), 'condition-inheritance': one('CodeableConcept') },
    },
  },
  'therapeutic-implication': {
    ...{ name: 'therapeutic-implication', value: 'none', isDerived: true },
    components: {
      ...OF_IMPLICATIONS,
      ...{ 'therapeutic-implication': any('CodeableConcept'), '81259-4': any('CodeableConcept') },
      '51963-7': any('CodeableConcept'),
    },
  },
  'molecular-consequence': {
    ...{ name: 'molecular-consequence', value: 'none', isDerived: true },
    components: {
      ...OF_IMPLICATIONS,
      ...{ '48004-6': one('CodeableConcept'), '51958-7': one('CodeableConcept') },
      ...{ '48005-3': one('CodeableConcept'), 'feature-consequence': any('CodeableConcept') },
      'functional-effect': one('CodeableConcept'),
    },
  },
})

/** The codes of Observations that have a profile. */
export const PROFILED = Object.keys(PROFILES)

/** The type of a value that the guide asks for: of an Observation's own, or of a component's; undefined: any. */
export function typeOfValue(observation: string, component?: string): ValueType | undefined {
  const profile = PROFILES[observation]
  return component === undefined ? profile?.value : profile?.components[component]?.[0]
}

const codeOf = ({ code }: Pick<Observation | ObservationComponent, 'code'>) => code.coding?.[0]?.code ?? ''
const typesIn = (of: object) =>
  Object.keys(of).flatMap((key) => (key.startsWith('value') ? [key.slice('value'.length).toLowerCase()] : []))

/** The profile that an Observation conforms to; undefined if there is none, or something of it does not. */
export function profileOf(observation: Observation): string | undefined {
  const profile = PROFILES[codeOf(observation)]
  if (!profile) return undefined
  const { name, value, isDerived = false, components } = profile
  const own = typesIn(observation)
  const isOptional = value === 'none' || name === 'variant'
  if (isDerived && (observation.derivedFrom ?? []).length === 0) return undefined
  if (own.length === 0 ? !isOptional : own[0] !== value.toLowerCase()) return undefined
  const given = observation.component ?? []
  const isAllowed = (component: ObservationComponent) => {
    const [type, most] = components[codeOf(component)] ?? []
    if (type === undefined) return true
    const isOnly = most === '*' || given.filter((other) => codeOf(other) === codeOf(component)).length === 1
    return isOnly && typesIn(component)[0] === type.toLowerCase()
  }
  return given.every(isAllowed) ? `${GUIDE}/${name}` : undefined
}
