// AccountingPage
export const accountingSaved = (filename: string) => `Accounting saved to ${filename}.`
export const accountingOfDisclosures = 'Accounting of disclosures'
export const institution = 'Institution'
export const accountingHint =
  'Who viewed, changed, exported or received a patient’s data here in the last six years. Your search is recorded too.'
export const downloadAsCsv = 'Download as CSV'
export const noEntries = 'No entries for this patient'
export const noEntriesHint = (institution: string, from: string, until: string) =>
  `At ${institution}, from ${from} to ${until}. Check the spelling and the date of birth.`

// AccountLines
export const newestOnly = (count: number) =>
  ` The newest ${count} audit entries are shown. The file has all of them.`
export const period = (from: string, until: string, cut: string) =>
  `${from} to ${until}. Each line groups one person’s consecutive actions on an order. The file has every entry.${cut}`
export const disclosuresToOthersOnly = 'Disclosures to others only'
export const sinceInstant = (since: string) => `since ${since}, `
export const linesInTrail = (lines: string) => `${lines} in the audit trail`
export const disclosedTo = (to: string, purpose: string) => `To ${to}, for ${purpose}`
export const noDisclosures = 'Nothing was disclosed to others.'
export const actsListed = (count: string) => `${count} shown`

// PatientForm
export const lastName = 'Last name'
export const firstName = 'First name'
export const dateOfBirth = 'Date of birth'
export const showAccounting = 'Show disclosures'
