import { describe, expect, it } from 'vitest'
import type { SpecimenType } from '../../lookups.ts'
import type { BloodHistoryNeeds } from '../../specimens/blood-history-needs.ts'
import type { BloodHistory } from '../../specimens/details.ts'
import { needs, requirement } from '../../specimens/testing/requirement.ts'
import { PROBAND } from '../document.ts'
import { openPoints } from '../readiness.ts'
import type { RuleContext } from '../rule-context.ts'
import {
  CATALOGUE,
  CONTEXT,
  completeOrder,
  MOTHER,
  sampleOf,
  withChanges,
} from '../testing/complete-order.ts'
import { describeRows, pointsOf, type Row, wordsOf } from '../testing/rows.ts'

const [exome] = CATALOGUE
const specimens: SpecimenType[] = ['Blood', 'Saliva', 'Buccal Swab', 'Extracted DNA', 'Dried Blood Spot']
const instead: SpecimenType[] = ['Cultured Fibroblasts', 'Skin Biopsy']

/** An exome that asks about the person's blood, and is done on fibroblasts as well. */
const whereAsked = (more: Partial<BloodHistoryNeeds> = {}): Partial<RuleContext> => ({
  tests: exome
    ? [{ ...exome, consents: [], specimens: [...specimens, ...instead], bloodHistory: needs(more) }]
    : [],
})

/** Today is 20 November 2026. */
const of = (
  bloodHistory: BloodHistory,
  specimenType: SpecimenType = 'Blood',
  dateOfCollection = '2026-11-18',
) => ({
  '/patients/0/bloodHistory': bloodHistory,
  '/samples/0': sampleOf(PROBAND, 's1', { specimenType, dateOfCollection }),
  '/consents': [],
})
const at = '/samples/0/specimenType'
const answers = '/patients/0/bloodHistory'
const transplanted: BloodHistory = {
  transplant: 'Allogeneic',
  transplantedOn: '2020-05-01',
  transplantDonor: 'Sister',
}
const transfused: BloodHistory = { transfusion: 'Yes', transfusedOn: '2026-11-17' }

const whereUnstated: Partial<RuleContext> = { tests: exome ? [{ ...exome, consents: [], specimens }] : [] }

const TABLES: Record<string, Row[]> = {
  '[SPCM-04] a test whose catalogue entry says nothing of blood': [
    ['asks nothing', of({}), [], whereUnstated],
    [
      'takes it that nothing is known',
      of({ transplant: 'Unknown', transfusion: 'Unknown' }),
      [],
      whereUnstated,
    ],
    [
      'warns of blood with a donor’s cells, if somebody said so',
      of(transplanted),
      [`specimens ${at} donor-cells?`],
      whereUnstated,
    ],
    ['warns of saliva too', of(transplanted, 'Saliva'), [`specimens ${at} donor-cells?`], whereUnstated],
    [
      'takes blood from before the transplant',
      of(transplanted, 'Blood', '2020-04-01'),
      ['specimens /samples/0/dateOfCollection specimen-old?'],
      whereUnstated,
    ],
    ['warns of a transfusion', of(transfused), [`specimens ${at} transfusion?`], whereUnstated],
    ['warns of a blood cancer', of({ bloodCancer: 'Yes' }), [`specimens ${at} blood-cancer?`], whereUnstated],
    [
      'refuses with one that does not take it',
      of(transplanted),
      [`specimens ${at} donor-cells`],
      { tests: [...(whereAsked().tests ?? []), ...(whereUnstated.tests ?? [])] },
    ],
  ],
  '[SPCM-04] a test that says it does not matter': [
    [
      'lets the answers be',
      of(transplanted),
      [],
      whereAsked({ transplant: 'no', transfusion: 'no', bloodCancer: 'no' }),
    ],
  ],
  '[SPCM-04] answers': [
    ['may be left out where they are only asked for', of({}), [], whereAsked()],
    [
      'are required',
      of({}),
      [`specimens ${answers}/transplant required`],
      whereAsked({ transplant: 'required' }),
    ],
    [
      'may be unknown, with a reason',
      of({ transplant: 'Unknown' }),
      [`specimens ${answers}/transplant transplant-unknown?`],
      whereAsked({ transplant: 'required' }),
    ],
    ['are given', of({ transplant: 'No' }), [], whereAsked({ transplant: 'required' })],
    [
      'are not required of a relative',
      {
        ...of({ transplant: 'No' }),
        '/patients/1': MOTHER,
        '/samples/1': sampleOf('relative-1', 's2', { dateOfCollection: '2026-11-18' }),
      },
      [],
      whereAsked({ transplant: 'required' }),
    ],
    [
      'have dates that are not in the future',
      of({ ...transplanted, transplantedOn: '2027-01-01' }, 'Skin Biopsy'),
      [`specimens ${answers}/transplantedOn date`],
      whereAsked(),
    ],
  ],
  '[SPCM-04] after an allogeneic transplant': [
    ...(['Blood', 'Saliva', 'Buccal Swab', 'Dried Blood Spot'] as const).map(
      (type): Row => [
        `${type} is refused`,
        of(transplanted, type),
        [`specimens ${at} donor-cells`],
        whereAsked(),
      ],
    ),
    [
      'marrow is refused',
      of(transplanted, 'Bone Marrow'),
      [`specimens ${at} donor-cells`],
      withType('Bone Marrow'),
    ],
    ['fibroblasts are right', of(transplanted, 'Cultured Fibroblasts'), [], whereAsked()],
    ['skin is right', of(transplanted, 'Skin Biopsy'), [], whereAsked()],
    [
      'DNA needs its source',
      of(transplanted, 'Extracted DNA'),
      [`specimens ${at} donor-cells?`],
      whereAsked(),
    ],
    [
      'blood from before it is the person’s own',
      of({ ...transplanted, transplantedOn: '2026-11-19' }, 'Blood', '2026-11-18'),
      [],
      whereAsked(),
    ],
    [
      'without its date, blood may be from after it',
      of({ transplant: 'Allogeneic' }),
      [`specimens ${at} donor-cells`],
      whereAsked(),
    ],
    [
      'a laboratory may admit it, with a reason',
      of(transplanted),
      [`specimens ${at} donor-cells?`],
      whereAsked({ transplantAdmitted: true }),
    ],
    [
      'a parent’s blood is the donor’s, too',
      {
        ...of({}),
        '/patients/1': { ...MOTHER, bloodHistory: transplanted },
        '/samples/1': sampleOf('relative-1', 's2', { dateOfCollection: '2026-11-18' }),
      },
      ['specimens /samples/1/specimenType donor-cells'],
      whereAsked(),
    ],
    [
      'a tumor is tested all the same',
      { ...of(transplanted), '/samples/0/role': 'Tumor' },
      [],
      withRow(requirement({ role: 'Tumor' })),
    ],
  ],
  '[SPCM-04] after another transplant': [
    ['of own cells', of({ ...transplanted, transplant: 'Autologous' }), [], whereAsked()],
    [
      'of an organ',
      of({ ...transplanted, transplant: 'Organ', transplantDonor: 'Liver' }),
      [`specimens ${at} transplant-of-organ?`],
      whereAsked(),
    ],
  ],
  '[SPCM-04] after a transfusion': [
    ['within the catalogue’s window', of(transfused), [`specimens ${at} transfusion?`], whereAsked()],
    ['after it', of({ ...transfused, transfusedOn: '2026-11-04' }), [], whereAsked()],
    [
      'on its last day',
      of({ ...transfused, transfusedOn: '2026-11-05' }),
      [`specimens ${at} transfusion?`],
      whereAsked(),
    ],
    [
      'with a longer window',
      of({ ...transfused, transfusedOn: '2026-09-01' }),
      [`specimens ${at} transfusion?`],
      whereAsked({ transfusionDays: 90 }),
    ],
    ['before it', of({ ...transfused, transfusedOn: '2026-11-19' }), [], whereAsked()],
    ['on an unknown day', of({ transfusion: 'Yes' }), [`specimens ${at} transfusion?`], whereAsked()],
    [
      'without white cells',
      of({ ...transfused, leukoreduced: 'Yes', immunityNormal: 'Yes' }),
      [],
      whereAsked(),
    ],
    [
      'without white cells, into a weak immune system',
      of({ ...transfused, leukoreduced: 'Yes', immunityNormal: 'No' }),
      [`specimens ${at} transfusion?`],
      whereAsked(),
    ],
    [
      'that exchanged the blood',
      of({ ...transfused, transfusionProduct: 'Exchange', leukoreduced: 'Yes', immunityNormal: 'Yes' }),
      [`specimens ${at} transfusion?`],
      whereAsked(),
    ],
    ['a skin biopsy is right', of(transfused, 'Skin Biopsy'), [], whereAsked()],
    [
      'that a test does not admit',
      of(transfused),
      [`specimens ${at} transfusion`],
      whereAsked({ transfusionRefused: true }),
    ],
  ],
  '[SPCM-04] with an active blood cancer': [
    ['blood is doubtful', of({ bloodCancer: 'Yes' }), [`specimens ${at} blood-cancer?`], whereAsked()],
    ['skin is right', of({ bloodCancer: 'Yes' }, 'Skin Biopsy'), [], whereAsked()],
    ['that is over', of({ bloodCancer: 'No' }), [], whereAsked()],
  ],
}

function withType(type: SpecimenType): Partial<RuleContext> {
  return {
    tests: (whereAsked().tests ?? []).map((test) => ({ ...test, specimens: [...test.specimens, type] })),
  }
}
function withRow(row: ReturnType<typeof requirement>): Partial<RuleContext> {
  return { tests: (whereAsked().tests ?? []).map((test) => ({ ...test, specimenRequirements: [row] })) }
}

describeRows(TABLES)

describe('[SPCM-04] examples of a clinic', () => {
  it('a boy after a cord blood transplant from his sister sends saliva for an immune gene: skin is proposed', () => {
    const saliva = of(transplanted, 'Saliva')
    expect(wordsOf(saliva, whereAsked({ transplant: 'required' }))).toEqual([
      'After an allogeneic transplant, saliva contains the donor’s DNA. Use cultured fibroblasts or skin biopsy, or a specimen from before the transplant',
    ])
    expect(
      pointsOf(changed(of(transplanted, 'Skin Biopsy')), whereAsked({ transplant: 'required' })),
    ).toEqual([])
  })

  it('a neonate after an exchange transfusion: the spot from before it, with its own date, is right', () => {
    const exchange: BloodHistory = {
      transfusion: 'Yes',
      transfusedOn: '2026-11-18',
      transfusionProduct: 'Exchange',
    }
    expect(wordsOf(of(exchange, 'Blood', '2026-11-19'), whereAsked())).toEqual([
      'Blood may contain donor DNA until 2 Dec 2026 (14 days after transfusion). Collect on or after that date, or send a pre-transfusion specimen and enter its collection date, or give a reason to go ahead',
    ])
    const [point] = openPoints(changed(of(exchange, 'Blood', '2026-11-19')), { ...CONTEXT, ...whereAsked() })
    expect(point?.usualReasons).toContain('A dried blood spot from before the transfusion is used')
    expect(pointsOf(changed(of(exchange, 'Dried Blood Spot', '2026-11-17')), whereAsked())).toEqual([])
  })

  it('a woman with a lymphoma and a BRCA panel: blood may show the lymphoma’s variants, skin is proposed', () => {
    expect(wordsOf(of({ bloodCancer: 'Yes' }), whereAsked())).toEqual([
      'Blood may show the variants of the blood cancer in place of inherited ones. Use cultured fibroblasts or skin biopsy, or give a reason to send it',
    ])
  })
})

function changed(changes: Record<string, unknown>) {
  return withChanges(completeOrder(), changes)
}
