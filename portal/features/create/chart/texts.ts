export const fromChart = 'From the chart'
export const noticeTitle = (hospital: string) => `From the chart at ${hospital}`
export const noticeHint = (read: string) =>
  `Read ${read}. Values that are marked come from there: check them, and change what is not right. What was there before was not changed.`
export const notRead = (what: string) => `Could not be read: ${what}. Fill it in here.`

export const chooseIndication = 'Diagnoses in the chart'
export const chooseHint = 'Choose those that this test is for. None is taken by itself.'
export const ofVisit = 'this visit'
export const showAll = (count: number) => `Show all ${count}`
export const choose = (diagnosis: string) => `Add ${diagnosis}`
