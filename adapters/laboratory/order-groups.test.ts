import { expect, test } from 'vitest'
import { readLabUpdates } from './read-lab-updates.ts'

test('assigns results before the first order to that order’s report, with or without an ORC between them', () => {
  const message = (...between: string[]) =>
    [
      'MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|20260401150000||ORU^R01^ORU_R01|P1|P|2.7.1',
      'PID|1||4711-proband^^^KARYO^PI||Okoro^Linh||20190314',
      'OBX|1|TX|NOTE^Of the patient||Carrier of a translocation||||||F',
      ...between,
      `OBR|1|4711||WES01^Exome${'|'.repeat(21)}F`,
      'OBX|1|TX|REPORT^Report||Nothing was found||||||F',
    ].join('\r')
  const reports = (raw: string) => {
    const read = readLabUpdates(raw)
    return read.kind === 'news'
      ? read.updates.map(({ report }) => [report?.status, report?.parts.length])
      : []
  }
  for (const raw of [message(), message('ORC|RE|4711')]) expect(reports(raw)).toEqual([['final', 2]])
})
