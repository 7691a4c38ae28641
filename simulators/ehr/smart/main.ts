/*
 * A hospital's record system to try launches with: ten invented charts, and “Open Karyo”. It prints the row for
 * `npm run import -- launch FILE`. Stores nothing.
 */
import { readSettings } from './settings.ts'
import { openSmartEhr } from './smart-ehr.ts'

const { port, portal, hospital, scopes, adviceOf } = readSettings(process.env)
const at = `${portal}/launch/${hospital}`
const opened = await openSmartEhr({
  port,
  portal: { clientId: 'karyo', launchUrl: at, redirectUri: `${at}/callback`, keys: `${at}/keys`, scopes },
  ...(adviceOf === '' ? {} : { advice: `${portal}/cds/${adviceOf}/cds-services` }),
})
const stop = () => opened.close().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
console.log(`Simulated record system: http://localhost:${opened.port}/, iss ${opened.iss}, client karyo`)
console.log(`For ehr-advice.csv: iss ${opened.hooks.iss}, jku ${opened.hooks.jku}, fhirServer ${opened.iss}`)
