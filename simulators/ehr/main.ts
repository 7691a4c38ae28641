/*
 * A hospital's record system to try the portal with: charts of invented patients, orders by HL7 v2, results back. It
 * prints the rows with which the portal knows it (npm run import -- ehr). Stores nothing.
 */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { openHospital } from './hospital.ts'
import { interfaceFiles } from './interface-files.ts'
import { openPages } from './pages.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
const [cert, key, portalCert] = await Promise.all(
  [settings.certFile, settings.keyFile, settings.portalCertFile].map((file) => readFile(file, 'utf8')),
)
const hospital = await openHospital({
  portal: { host: '127.0.0.1', port: settings.portalPort },
  tls: { cert: cert ?? '', key: key ?? '' },
  portalCertificate: new X509Certificate(portalCert ?? '').fingerprint256,
  ...{ port: settings.resultPort, seed: settings.seed },
})
const pages = await openPages(hospital, settings.port)

const stop = () => Promise.all([pages.close(), hospital.close()]).then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
console.log(`Simulated record system: ${pages.origin}`)
const files = interfaceFiles({
  ...{ code: 'SIMEHR', institution: '1001', resultPort: hospital.resultPort },
  certificate: new X509Certificate(cert ?? '').fingerprint256,
  tests: {},
})
for (const [name, text] of Object.entries(files)) console.log(`\n${name}\n${text}`)
