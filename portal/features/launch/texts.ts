export const title = 'Open a patient’s chart'
export const opening = 'Opening the chart…'

export const overTitle = 'This launch has expired'
export const overHint =
  'It was not opened within ten minutes, was started in another browser, or is for an institution where you can’t create orders. Open the portal from the chart again.'

export const linkTitle = (hospital: string) => `Connect your account with ${hospital}`
export const launchedBy = (hospital: string, name: string) =>
  name === ''
    ? `A user of ${hospital} opened this chart.`
    : `${hospital} says that ${name} opened this chart.`
export const signedInAs = (name: string) => `You are logged in as ${name}.`
export const linkHint =
  'Connect the two once: charts that you open there then open here under your account. Do not connect another person’s account with yours.'
export const proveHint = 'First log in once more, so that nobody else can connect to your account.'
export const prove = 'Log in to connect'
export const connect = 'Connect and open the chart'
export const someoneElse = 'Log in as somebody else'

export const otherTitle = 'Another user opened this chart'
export const otherHint = (hospital: string, name: string) =>
  `${hospital} names a user whose account is not ${name}’s. Log in as the user who opened the chart.`
