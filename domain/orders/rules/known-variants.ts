import { NO_LAW } from '../../consent/law.ts'
import { isMinorOn } from '../../consent/signer.ts'
import { readHgvs } from '../../hgvs/hgvs.ts'
import { filesOfVariants } from '../attached-files.ts'
import { ifGiven, needed, pastDate } from '../field-checks.ts'
import type { KnownVariantTest } from '../known-variant-tests.ts'
import {
  isBloodRelative,
  type KnownVariant,
  knownVariantsOf,
  OLD_VARIANT,
  VARIANT_KIND_NAMES,
  type VariantPurpose,
} from '../known-variants.ts'
import type { Finding } from '../points.ts'
import { isForeignEgg } from '../pregnancy.ts'
import type { OrderableTest } from '../rule-context.ts'
import { isPrenatal } from '../subject.ts'
import { attachmentRules } from './attachments.ts'
import { apply, chosenTests, type RuleInput } from './rule.ts'
import { descriptionRules } from './variant-description.ts'

const OLD_PATH = '/familyTestingRequest/targetSequencingData'

/**
 * A known-variant test looks at one place: if that is missing or wrong, its normal result is false. What can't be
 * read is an error; with the relative's report, from which the laboratory reads it, a warning.
 */
export function knownVariantRules(known: RuleInput): Finding[] {
  const { document } = known
  if (document.isVOB) return []
  const variants = knownVariantsOf(document)
  const found = [
    ...(document.knownVariants ?? []).flatMap((variant, index) => ofVariant(known, variant, index)),
    ...ofTests(known, variants),
    ...attachmentRules(known, filesOfVariants(document)),
  ]
  // Of several errors at a field, the first says what to do next.
  const isError = ({ warningAbout }: Finding) => warningAbout === undefined
  return found.filter(
    (one, index) =>
      !isError(one) || !found.slice(0, index).some((before) => isError(before) && before.path === one.path),
  )
}

type VariantTest = OrderableTest & { knownVariant: KnownVariantTest }

/** The chosen tests that look at known variants. */
function knownVariantTests(known: RuleInput): VariantTest[] {
  return chosenTests(known).flatMap(({ catalogueTest }) =>
    catalogueTest?.knownVariant ? [{ ...catalogueTest, knownVariant: catalogueTest.knownVariant }] : [],
  )
}

function ofTests(known: RuleInput, variants: readonly KnownVariant[]): Finding[] {
  const isOld = variants[0]?.key === OLD_VARIANT
  return knownVariantTests(known).flatMap(({ testName, knownVariant: test }): Finding[] => {
    if (variants.length === 0)
      return [
        {
          path: '/knownVariants',
          rule: 'required',
          message: `${testName} looks at one place in the genome: add the variant that is known in the family`,
        },
      ]
    const tooMany = test.most !== null && variants.length > test.most
    return [
      ...(tooMany
        ? [
            {
              path: '/knownVariants',
              rule: 'conflicts',
              message: `${testName} looks at ${test.most === 1 ? 'one variant' : `${test.most} variants`}, and this order has ${variants.length}: remove some, or choose another test`,
            },
          ]
        : []),
      ...variants.flatMap(({ kind, gene }, index): Finding[] => {
        const at = isOld ? OLD_PATH : `/knownVariants/${index}`
        return [
          ...(isOld ? ofOldText(testName, variants[index]) : []),
          ...(kind !== '' && !test.kinds.includes(kind)
            ? [
                {
                  path: `${at}/kind`,
                  rule: 'conflicts',
                  message: `${testName} does not find this kind of variant (${VARIANT_KIND_NAMES[kind].toLowerCase()}): choose a test that does`,
                },
              ]
            : []),
          ...(test.excludedGenes.includes(gene)
            ? [
                {
                  path: `${at}/gene`,
                  rule: 'conflicts',
                  message: `${testName} is not possible for ${gene}, which has copies that look alike: choose a test of the whole gene`,
                },
              ]
            : []),
        ]
      }),
    ]
  })
}

/**
 * The text of a family testing request leads to one place only if it is HGVS on a reference sequence. Otherwise the
 * laboratory needs the relative's number, to find their report.
 */
function ofOldText(testName: string, variant: KnownVariant | undefined): Finding[] {
  const text = variant?.asWritten.trim() ?? ''
  const path = `${OLD_PATH}/variant`
  if (text === '')
    return [
      {
        ...{ path, rule: 'required' },
        message: `${testName} needs the variant: add it under Known familial variants`,
      },
    ]
  const read = readHgvs(text)
  if (read.kind === 'valid' && /\.\d+/.test(read.reference)) return []
  const message = `“${text}” alone leads to no place in the genome: describe the variant under Known familial variants`
  const byNumber = variant?.laboratoryNumber.trim() !== '' ? { warningAbout: OLD_VARIANT } : {}
  return [{ path, rule: 'variant-place', message, ...byNumber }]
}

function ofVariant(known: RuleInput, variant: KnownVariant, index: number): Finding[] {
  const at = `/knownVariants/${index}`
  const { document } = known
  return [
    ...apply(known, `${at}/kind`, variant.kind, ['required', needed('Kind of variant')]),
    ...apply(known, `${at}/purpose`, variant.purpose, ['required', needed('Purpose of the test')]),
    ...descriptionRules(known, variant, at),
    ...person(known, variant, at),
    ...report(known, variant, at),
    ...measures(variant, at),
    ...meaning(variant, at),
    ...predictedForMinor(known, variant, at),
    ...(variant.purpose === 'segregation' && !isPrenatal(document) && document.patients[0]?.affected === ''
      ? [
          {
            path: '/patients/0/affected',
            rule: 'required',
            message: 'A family study needs to know whether the patient is affected: choose it',
          },
        ]
      : []),
    ...recessive(document.knownVariants ?? [], variant, at),
  ]
}

function person(known: RuleInput, variant: KnownVariant, at: string): Finding[] {
  const { carrier } = variant
  const { patients } = known.document
  // A relative's code does not say who has the variant, nor what they are to its bearer.
  const isUnnamed = variant.report === 'family-code'
  const isOfOrder = carrier.relation === 'Self' || patients.some(({ key }) => key === carrier.patient)
  return [
    ...apply(known, `${at}/carrier/relation`, carrier.relation, [
      'required',
      needed('Relationship to the patient'),
    ]),
    ...(isOfOrder || isUnnamed
      ? []
      : (['firstName', 'lastName'] as const).flatMap((name) =>
          apply(known, `${at}/carrier/${name}`, carrier[name], [
            'required',
            needed(`${name === 'firstName' ? 'First' : 'Last'} name of the person with the variant`),
          ]),
        )),
    ...apply(known, `${at}/carrier/dateOfBirth`, carrier.dateOfBirth, [
      'date',
      ifGiven(pastDate('Date of birth of the person with the variant')),
    ]),
    ...notInherited(known, variant).map((why) => ({
      ...{ path: `${at}/carrier/relation`, rule: 'variant-relation', warningAbout: variant.key },
      message: `${why}. Check the relationship, or give a reason`,
    })),
  ]
}

/**
 * Why whoever is tested cannot have inherited the variant. Before birth that is the fetus, and the relation is the one to
 * the patient of record, who is pregnant: her partner is a parent, and she is none if the egg was not hers.
 */
function notInherited({ document }: RuleInput, variant: KnownVariant): string[] {
  const { relation } = variant.carrier
  const { pregnancy } = document
  if (isPrenatal(document) && pregnancy) {
    const from = 'the fetus cannot have inherited the variant from'
    if (relation === 'Self')
      return isForeignEgg(pregnancy) ? [`The egg is not the pregnant patient’s: ${from} her`] : []
    if (relation === 'Partner')
      return pregnancy.spermProvider === 'Donor' && pregnancy.eggProvider !== 'Partner'
        ? [`The sperm is a donor’s: ${from} the partner`]
        : []
  }
  if (isBloodRelative(variant)) return []
  const tested = isPrenatal(document) ? 'the fetus' : 'the patient'
  return [
    `The person with the variant is not a blood relative (${relation.toLowerCase()}): ${tested} cannot have inherited it from them`,
  ]
}

function report(known: RuleInput, variant: KnownVariant, at: string): Finding[] {
  const { report: state, laboratoryNumber, reportReason } = variant
  return [
    ...apply(known, `${at}/reportDate`, variant.reportDate, [
      'date',
      ifGiven(pastDate('Date of the report')),
    ]),
    ...apply(known, `${at}/classifiedOn`, variant.classifiedOn, [
      'date',
      ifGiven(pastDate('Date of the classification')),
    ]),
    ...(state === 'same-laboratory' && laboratoryNumber.trim() === ''
      ? [
          {
            ...{ path: `${at}/laboratoryNumber`, rule: 'required' },
            message: 'Laboratory number is required, so that the laboratory finds its own report',
          },
        ]
      : []),
    ...(state === 'file' && variant.file === undefined
      ? [
          {
            ...{ path: `${at}/report`, rule: 'required' },
            message: 'Upload the relative’s report, or choose that it will be sent',
          },
        ]
      : []),
    ...(state === 'family-code' && known.hasFamilyCode === false
      ? [
          {
            ...{ path: `${at}/report`, rule: 'conflicts' },
            message:
              'This order was not begun from a relative’s code. Choose how the laboratory gets the report',
          },
        ]
      : []),
    ...(state === 'family-code' && known.hasFamilyCode === 'withdrawn'
      ? [
          {
            ...{ path: `${at}/report`, rule: 'withdrawn' },
            message:
              'The relative’s finding is no longer valid. Do not order for this variant. Call the laboratory or the clinic that wrote the letter',
          },
        ]
      : []),
    ...(state === 'family-code' && known.hasFamilyCode === 'questioned'
      ? [
          {
            ...{ path: `${at}/report`, rule: 'questioned' },
            message:
              'The laboratory is checking whether the relative’s report is valid. Keep the draft, and submit it once the laboratory has decided',
          },
        ]
      : []),
    ...(state === 'unavailable' && reportReason.trim() === ''
      ? [{ path: `${at}/reportReason`, rule: 'required', message: 'Enter why the report cannot be had' }]
      : []),
    ...(state === ''
      ? [
          {
            ...{ path: `${at}/report`, rule: 'variant-report', warningAbout: variant.key },
            message:
              'Without the relative’s report the laboratory cannot verify the variant. Choose how it gets the report, or give a reason',
          },
        ]
      : []),
  ]
}

const isNumber = (text: string) => /^\d+$/.test(text.trim().replaceAll(',', ''))

/** 0 to 100 in figures: a program's `0x10` and `1e1` would be read as 16 and 10. */
const PERCENT = /^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/

/** Numbers, and what a number means nothing without. */
function measures(variant: KnownVariant, at: string): Finding[] {
  const { heteroplasmy, tissue, start, end, kind } = variant
  const found: Finding[] = []
  if (heteroplasmy.trim() !== '' && !PERCENT.test(heteroplasmy.trim()))
    found.push({
      path: `${at}/heteroplasmy`,
      rule: 'format',
      message: 'Heteroplasmy is a percentage: 0 to 100',
    })
  if (kind === 'mtdna' && heteroplasmy.trim() !== '' && tissue.trim() === '')
    found.push({
      ...{ path: `${at}/tissue`, rule: 'required' },
      message: 'Heteroplasmy differs between tissues: enter the one in which it was measured',
    })
  for (const [field, value] of [
    ['start', start],
    ['end', end],
  ] as const)
    if (value.trim() !== '' && !isNumber(value))
      found.push({
        path: `${at}/${field}`,
        rule: 'format',
        message: `${value} is not a position: enter a number`,
      })
  if (isNumber(start) && isNumber(end) && position(start) > position(end))
    found.push({ path: `${at}/end`, rule: 'conflicts', message: 'The end is before the start: check both' })
  return found
}

const position = (text: string) => Number(text.replaceAll(',', ''))

/** A result for these purposes is acted upon. */
const STEERS_CARE: readonly string[] = ['predictive', 'prenatal'] satisfies VariantPurpose[]

/** What the class says about the purpose (KFV-04). */
function meaning({ variantClass, purpose, key }: KnownVariant, at: string): Finding[] {
  if (variantClass === 'Benign' || variantClass === 'Likely benign')
    return [
      {
        ...{ path: `${at}/variantClass`, rule: 'variant-benign', warningAbout: key },
        message: `The variant is classified as ${variantClass.toLowerCase()}: relatives are not tested for it. Check the class, or give a reason`,
      },
    ]
  if (variantClass === 'Uncertain significance' && STEERS_CARE.includes(purpose))
    return [
      {
        ...{ path: `${at}/purpose`, rule: 'variant-uncertain', warningAbout: key },
        message: `A variant of uncertain significance predicts nothing and must not steer ${purpose === 'prenatal' ? 'decisions about a pregnancy' : 'care'}: choose a family study, which helps to classify it, or give a reason`,
      },
    ]
  return []
}

/**
 * What a healthy child will fall ill with is theirs to learn, unless childhood can do something about it: only the
 * condition decides, which the clinic knows.
 */
function predictedForMinor(known: RuleInput, { purpose, key }: KnownVariant, at: string): Finding[] {
  const { document, institutionState, consentLaw: law = NO_LAW, today } = known
  const [patient] = document.patients
  if (purpose !== 'predictive' || !patient || patient.deceased || isPrenatal(document)) return []
  if (isMinorOn(document, patient.key, { law, institutionState, today }) !== true) return []
  return [
    {
      ...{ path: `${at}/purpose`, rule: 'predictive-minor', warningAbout: `${patient.key} ${key}` },
      message:
        'The patient is a minor. A predictive test for a disorder that begins in adulthood waits until the patient can decide: wait, or give the reason to test now',
      usualReasons: ['The disorder begins in childhood', 'Surveillance or treatment begins in childhood'],
    },
  ]
}

/** Before birth, a recessive condition is excluded only if both parents' variants are looked for. */
function recessive(all: readonly KnownVariant[], variant: KnownVariant, at: string): Finding[] {
  const { purpose, inheritance, zygosity, gene, key } = variant
  if (purpose !== 'prenatal' || inheritance !== 'Recessive' || zygosity === 'Homozygous') return []
  if (all.filter((one) => one.gene === gene).length > 1) return []
  return [
    {
      ...{ path: `${at}/inheritance`, rule: 'variant-other-parent', warningAbout: key },
      message: `For a recessive condition both parents’ variants are needed, and this order has one of ${gene}: add the other parent’s, or give a reason`,
    },
  ]
}
