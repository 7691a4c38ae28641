import {
  carrierOf,
  type KnownVariant,
  PURPOSE_NAMES,
  REPORT_NAMES,
  transcriptOf,
  VARIANT_KIND_NAMES,
} from '#domain/orders/known-variants.ts'
import { writeDate } from '../hl7/times.ts'
import { type Answer, coded, day, line } from './answers.ts'
import { personNumber } from './patient-segments.ts'
import type { LaboratoryOrder } from './port.ts'

// LOINC's questions and answers of panel 81247-9 (genetic variant reporting). What LOINC has no code for has one of ours.

const CLASSES: Record<Exclude<KnownVariant['variantClass'], ''>, string> = {
  Pathogenic: 'LA6668-3',
  'Likely pathogenic': 'LA26332-9',
  'Uncertain significance': 'LA26333-7',
  'Likely benign': 'LA26334-5',
  Benign: 'LA6675-8',
}
const STATES: Record<Exclude<KnownVariant['zygosity'], ''>, string> = {
  Heterozygous: 'LA6706-1',
  Homozygous: 'LA6705-3',
  Hemizygous: 'LA6707-9',
  Heteroplasmic: 'LA6703-8',
  Homoplasmic: 'LA6704-6',
}
const BUILDS: Record<Exclude<KnownVariant['build'], ''>, string> = {
  GRCh38: 'LA26806-2',
  GRCh37: 'LA14029-5',
}

const ofTable = <T extends string>(codes: Record<T, string>, value: T | '') =>
  value === '' ? [] : [codes[value], value, 'LN']

/** What was found in the person with the variant, by LOINC: sent with the order, and as their earlier result. */
export function findings(variant: KnownVariant, about = ''): Answer[] {
  const { gene, hgncId, cdna, protein, genomic, build, copyNumber, iscn, heteroplasmy } = variant
  const { chromosome, start, end, variantClass, classifiedOn, zygosity } = variant
  const of = { coding: 'LN', about } as const
  const share = Number(heteroplasmy.trim() || Number.NaN) / 100
  const place = chromosome === '' ? '' : `chr${chromosome.replace(/^chr/i, '')}`
  return [
    ...(gene === '' ? [] : coded(['48018-6', 'Gene studied [ID]'], [hgncId, gene, hgncId ? 'HGNC' : ''], of)),
    ...line(['51958-7', 'Transcript reference sequence [ID]'], transcriptOf(variant), of),
    ...line(['48004-6', 'DNA change (c.HGVS)'], cdna.replace(/^.*:/, ''), of),
    ...line(['48005-3', 'Amino acid change (pHGVS)'], protein, of),
    ...line(['81290-9', 'Genomic DNA change (gHGVS)'], genomic, of),
    ...coded(['62374-4', 'Human reference sequence assembly version'], ofTable(BUILDS, build), of),
    ...line(['48001-2', 'Cytogenetic (chromosome) location'], place, of),
    ...line(['81302-2', 'Structural variant inner start and end'], start && end ? `${start}-${end}` : '', of),
    ...line(['82155-3', 'Genomic structural variant copy number'], copyNumber, of),
    ...line(['81291-7', 'Variant ISCN'], iscn, of),
    ...coded(['53034-5', 'Allelic state'], ofTable(STATES, zygosity), of),
    ...line(
      ['81258-6', 'Sample variant allelic frequency [NFr]'],
      Number.isNaN(share) ? '' : String(share),
      of,
    ),
    ...coded(['53037-8', 'Genetic variation clinical significance [Imp]'], ofTable(CLASSES, variantClass), {
      ...of,
      ...(writeDate(classifiedOn) === '' ? {} : { day: classifiedOn }),
    }),
  ]
}

/** What else the order says of its known variants. That of an order of before has its own questions (TARGET-…). */
export function variantAnswers({
  orderId,
  document,
}: Pick<LaboratoryOrder, 'orderId' | 'document'>): Answer[] {
  return (document.knownVariants ?? []).flatMap((variant, index) => {
    const of = { about: String(index + 1) }
    const { kind, exons, motif, repeats, tissue, asWritten, inheritance, classifiedBy, carrier } = variant
    const { laboratory, laboratoryNumber, reportDate, report, reportReason, purpose } = variant
    const { firstName, lastName, dateOfBirth } = carrierOf(variant, document)
    const person = document.patients.find(({ key }) => key === carrier.patient)
    return [
      ...line(['VARIANT-KIND', 'Kind of the known variant'], kind && VARIANT_KIND_NAMES[kind], of),
      ...line(['VARIANT-EXONS', 'Exons'], exons, of),
      ...line(['VARIANT-MOTIF', 'Repeated motif'], motif, of),
      ...line(['VARIANT-REPEATS', 'Number of repeats'], repeats, of),
      ...line(['VARIANT-TISSUE', 'Tissue in which it was measured'], tissue, of),
      ...line(['VARIANT-AS-WRITTEN', 'The variant as its report writes it'], asWritten, of),
      ...line(['VARIANT-INHERITANCE', 'Inheritance'], inheritance, of),
      ...line(['VARIANT-CLASSIFIED-BY', 'Who classified it'], classifiedBy, of),
      ...line(
        ['VARIANT-PERSON', 'In whom it was found'],
        [firstName, lastName].filter(Boolean).join(' '),
        of,
      ),
      ...line(
        ['VARIANT-PERSON-NUMBER', 'That person’s number in this order'],
        person ? personNumber(orderId, person.key) : '',
        of,
      ),
      ...dated(['VARIANT-PERSON-BIRTH-DATE', 'Their date of birth'], dateOfBirth, of),
      ...line(['VARIANT-RELATION', 'What they are to the patient'], carrier.relation, of),
      ...line(['VARIANT-SIDE', 'Side of the family'], carrier.side, of),
      ...line(['VARIANT-LABORATORY', 'Laboratory that found it'], laboratory, of),
      ...line(['VARIANT-LABORATORY-NUMBER', 'That laboratory’s number'], laboratoryNumber, of),
      ...dated(['VARIANT-REPORT-DATE', 'Day of that report'], reportDate, of),
      ...line(['VARIANT-REPORT', 'Where that report is'], report && REPORT_NAMES[report], of),
      ...line(['VARIANT-REPORT-REASON', 'Why it cannot be had'], reportReason, of),
      ...line(['VARIANT-CONTROL', 'Positive control'], variant.positiveControl, of),
      ...line(['VARIANT-PURPOSE', 'Purpose of the test'], purpose && PURPOSE_NAMES[purpose], of),
    ]
  })
}

const dated = (question: Answer['question'], value: string, more: Partial<Answer>) =>
  day(question, value).map((answer) => ({ ...answer, ...more }))

/** The findings of all known variants, numbered as in `variantAnswers`; FHIR has Observations for them. */
export function variantFindings({ knownVariants = [] }: LaboratoryOrder['document']): Answer[] {
  return knownVariants.flatMap((variant, index) => findings(variant, String(index + 1)))
}

/**
 * The relatives' reports that were uploaded: each name as ST, then the file as ED, numbered as in `variantAnswers`.
 * A file that the portal no longer has is only named.
 */
export function variantFiles({ document, questions }: LaboratoryOrder): Answer[] {
  return (document.knownVariants ?? []).flatMap(({ file, report }, index): Answer[] => {
    if (!file || report !== 'file') return []
    const question: Answer['question'] = ['VARIANT-REPORT-FILE', 'File of that report']
    const about = String(index + 1)
    const stored = questions?.files.find(({ documentId }) => documentId === file.documentId)
    const [type = '', subtype = ''] = stored?.mediaType.split('/') ?? []
    return [
      ...line(question, file.name, { about }),
      ...(stored
        ? [
            {
              ...{ type: 'ED' as const, question, about },
              value: ['', type, subtype, 'Base64', Buffer.from(stored.content).toString('base64')],
            },
          ]
        : []),
    ]
  })
}
