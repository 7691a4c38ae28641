import type { LegendEntry } from '../document.ts'

/** Prefixes of a condition’s code where formats want one, and their systems in FHIR. */
const SYSTEMS = [
  { prefix: 'HP', pattern: /^HP:\d{7}$/, system: 'http://human-phenotype-ontology.org' },
  { prefix: 'OMIM', pattern: /^OMIM:\d{6}$/, system: 'http://omim.org' },
  { prefix: 'MONDO', pattern: /^MONDO:\d{7}$/, system: 'http://purl.obolibrary.org/obo/mondo.owl' },
  { prefix: 'ORPHA', pattern: /^ORPHA:\d+$/, system: 'http://www.orpha.net' },
  {
    prefix: 'ICD10CM',
    pattern: /^[A-TV-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/,
    system: 'http://hl7.org/fhir/sid/icd-10-cm',
  },
] as const
/** Other names of the same systems in others’ files. */
const ALIASES: readonly [RegExp, string][] = [
  [/obo\/hp|human-phenotype-ontology/i, 'http://human-phenotype-ontology.org'],
  [/omim\.org|6\.174$/i, 'http://omim.org'],
  [/mondo/i, 'http://purl.obolibrary.org/obo/mondo.owl'],
  [/orpha/i, 'http://www.orpha.net'],
  [/icd-10/i, 'http://hl7.org/fhir/sid/icd-10-cm'],
]
/** The prefix of a condition that has words only. */
const OWN = 'KARYO'

/** `ICD10CM:C50.9`, `HP:0003002`; without a code, or with one of no known system, `KARYO:` and the words. */
export function curieOf({ name, code }: Pick<LegendEntry, 'name' | 'code'>): { id: string; label: string } {
  const known = SYSTEMS.find(({ pattern }) => pattern.test(code))
  if (!known) return { id: `${OWN}:${code || 'words'}`, label: name }
  return { id: code.includes(':') ? code : `${known.prefix}:${code}`, label: name }
}

/** The code as a legend has it: an ICD code stands without its prefix. */
export function codeOfCurie(id: string): string {
  if (id === `${OWN}:words`) return ''
  return id.replace(/^(KARYO|ICD-?10(-?CM)?):/i, '').slice(0, 40)
}

interface Concept {
  coding?: { system?: string; code: string; display?: string }[]
  text: string
}

export function conceptOf({ name, code }: Pick<LegendEntry, 'name' | 'code'>): Concept {
  if (code === '') return { text: name }
  const system = SYSTEMS.find(({ pattern }) => pattern.test(code))?.system
  return { coding: [{ ...(system ? { system } : {}), code }], text: name }
}

/** A code of a FHIR coding as a legend has it; '' for a system whose codes it does not take. */
export function codeOfCoding(system: string, code: string): string {
  const own = ALIASES.find(([pattern]) => pattern.test(system))?.[1]
  const found = SYSTEMS.find((one) => one.system === own)
  if (system === '') return code.slice(0, 40)
  if (!found) return ''
  const curie = code.includes(':') || found.prefix === 'ICD10CM' ? code : `${found.prefix}:${code}`
  return curie.slice(0, 40)
}
