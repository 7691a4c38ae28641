/** The files with which the portal knows this hospital: `npm run import -- ehr DIR`. */
export function interfaceFiles({
  code,
  institution,
  resultPort,
  certificate,
  tests,
}: {
  code: string
  /** The institution in the portal. */
  institution: string
  resultPort: number
  /** SHA-256 fingerprint of the hospital's certificate. */
  certificate: string
  /** The laboratory's test for codes of the hospital; Support maps the others. */
  tests: Record<string, string>
}): Record<'ehr-interfaces.csv' | 'ehr-maps.csv' | 'ehr-results.csv', string> {
  const maps = Object.entries(tests).map(([theirCode, test]) => `${code},test,${theirCode},${test}`)
  return {
    'ehr-interfaces.csv': lines(
      'code,institution,name,certificates,sender,processingId,answersOrders',
      `${code},${institution},Harborview EHR,${certificate},SIMEHR|HARBORVIEW,P,no`,
    ),
    'ehr-maps.csv': lines('interface,kind,code,meaning', ...maps, `${code},payer,AET,Aetna`),
    'ehr-results.csv': lines(
      'interface,address,certificates,version,application,facility,document,orders,structured,progress,changed,withdrawn,release',
      `${code},127.0.0.1:${resultPort},${certificate},2.5.1,SIMEHR,HARBORVIEW,51969-4^Genetic report^LN,own,yes,no,C,C,at-once`,
    ),
  }
}

const lines = (...all: string[]) => `${all.join('\n')}\n`
