import { table } from '../table.ts'

interface CodeSystem {
  /** FHIR. */
  uri: string
  /** HL7 v2 table 0396. */
  hl7: string
  /** Other names that laboratories write, in lower case. */
  also: readonly string[]
}

/** The code systems of genetic results, by the name that the portal uses. */
const CODE_SYSTEMS = table<CodeSystem>({
  LN: { uri: 'http://loinc.org', hl7: 'LN', also: ['loinc'] },
  HGNC: {
    uri: 'http://www.genenames.org',
    hl7: 'HGNC',
    also: ['http://www.genenames.org/geneid', 'https://www.genenames.org', 'hgnc-symb', 'hgnc-id'],
  },
  HGVS: {
    uri: 'http://varnomen.hgvs.org',
    hl7: 'HGVS',
    also: ['hgvs.c', 'hgvs.p', 'hgvs.g', 'https://varnomen.hgvs.org', 'https://hgvs-nomenclature.org'],
  },
  ISCN: { uri: 'https://iscn.karger.com', hl7: 'ISCN', also: ['http://iscn.karger.com'] },
  SO: { uri: 'http://www.sequenceontology.org', hl7: 'SO', also: ['http://sequenceontology.org'] },
  HPO: {
    uri: 'http://human-phenotype-ontology.org',
    hl7: 'HPO',
    also: ['http://purl.obolibrary.org/obo/hp.owl', 'https://hpo.jax.org/app/'],
  },
  SCT: { uri: 'http://snomed.info/sct', hl7: 'SCT', also: ['snm', 'sct2'] },
  REFSEQ: {
    uri: 'http://www.ncbi.nlm.nih.gov/refseq',
    hl7: 'refSeq',
    also: [
      'refseq-t',
      'refseq-p',
      'http://www.ncbi.nlm.nih.gov/nuccore',
      'https://www.ncbi.nlm.nih.gov/refseq',
    ],
  },
  CLINVAR: {
    uri: 'http://www.ncbi.nlm.nih.gov/clinvar',
    hl7: 'ClinVar-V',
    also: ['clinvar', 'https://www.ncbi.nlm.nih.gov/clinvar'],
  },
  DBSNP: {
    uri: 'http://www.ncbi.nlm.nih.gov/projects/SNP',
    hl7: 'dbSNP',
    also: ['http://www.ncbi.nlm.nih.gov/snp', 'https://www.ncbi.nlm.nih.gov/snp'],
  },
  MONDO: {
    uri: 'http://purl.obolibrary.org/obo/mondo.owl',
    hl7: 'MONDO',
    also: ['http://mondo.monarchinitiative.org'],
  },
  OMIM: {
    uri: 'http://www.omim.org',
    hl7: 'OMIM',
    also: ['https://omim.org', 'https://www.omim.org', 'mim'],
  },
  RXNORM: { uri: 'http://www.nlm.nih.gov/research/umls/rxnorm', hl7: 'RXNORM', also: ['rxn'] },
  ATC: { uri: 'http://www.whocc.no/atc', hl7: 'ATC', also: ['w1'] },
  // Codes of ours, for what no list has.
  KARYO: { uri: 'urn:karyo:genetic-results', hl7: 'KARYO', also: [] },
  GENOMICS: {
    uri: 'http://hl7.org/fhir/uv/genomics-reporting/CodeSystem/tbd-codes-cs',
    hl7: 'GR',
    also: [
      'http://hl7.org/fhir/uv/genomics-reporting/codesystem/tbd-codes',
      'http://hl7.org/fhir/uv/genomics-reporting/codesystem/tbdcodes',
    ],
  },
})

const BY_NAME = new Map(
  Object.entries(CODE_SYSTEMS).flatMap(([name, { uri, hl7, also }]) =>
    [name, uri, hl7, ...also].map((one) => [one.toLowerCase(), name] as const),
  ),
)

/** The portal's name of a code system, from its URI or its name in HL7 v2; unknown ones stay as they are. */
export function systemNamed(received: string): string {
  return BY_NAME.get(received.trim().toLowerCase().replace(/\/$/, '')) ?? received.trim()
}

/** How a standard writes a code system. */
export function systemIn(standard: 'uri' | 'hl7', name: string): string {
  return CODE_SYSTEMS[name]?.[standard] ?? name
}
