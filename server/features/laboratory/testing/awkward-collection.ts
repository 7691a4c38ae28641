import type { AwkwardOrder } from './awkward-order.ts'
import { bornYearsAgo, day, daysAgo, from, orderOf } from './awkward-people.ts'

/** Section 9: requisition and label. */
export const COLLECTION: AwkwardOrder[] = [
  {
    name: '16. a specimen to the minute, who took it, and whom to call',
    document: () => ({
      ...from(orderOf('Moe', { firstName: 'Boy', dateOfBirth: daysAgo(1) }), {
        ...{ timeOfCollection: '00:05', timeZone: 'America/Chicago', collector: 'R. Quill, RN' },
        additive: 'EDTK',
      }),
      urgentContact: { name: 'Dr. Vale', phone: '+1 312 555 0142' },
      priority: { level: 'STAT', reason: 'Critically ill', neededBy: daysAgo(-5) },
    }),
    hl7: [
      `TQ1|1|||||||${day(daysAgo(-5))}|S^Stat^HL70485`,
      '|ST|PRIORITY-REASON^Why the result is needed sooner^L||Critically ill|',
      `|${day(daysAgo(0))}0005-0`,
      '|||^R. Quill, RN|',
      '|ST|COLLECTOR^Who collected it^L||R. Quill, RN|',
      '|EDTK^',
      '|ST|URGENT-CONTACT^Whom to call with urgent results^L||',
    ],
    fhir: [
      '"priority":"stat"',
      `"occurrencePeriod":{"end":"${daysAgo(-5)}"}`,
      `"collectedDateTime":"${daysAgo(0)}T00:05:00-0`,
      '"display":"R. Quill, RN"',
    ],
  },
  {
    name: '17. an archived block whose day is an estimate',
    document: () =>
      from(orderOf('Nygaard', { dateOfBirth: bornYearsAgo(60) }), {
        ...{
          dateOfCollection: '2016-04-01',
          isEstimated: true,
          blockId: 'B16-204',
          fixation: '10% formalin',
        },
        specimenType: 'FFPE Blocks',
      }),
    hl7: [
      '|20160401|',
      '|ST|COLLECTION-ESTIMATED^The time of collection is an estimate^L||Yes|',
      '|ST|BLOCK-ID^Block^L||B16-204|',
    ],
    fhir: ['"collectedDateTime":"2016-04-01"', 'Block: B16-204'],
  },
]
