/*
 * A hospital's sign-in to try the portal with: an OpenID Connect provider with a few invented people. It prints what
 * Support enters in the portal. Stores nothing.
 */
import { HOSPITAL_DOMAIN } from './people.ts'
import { readSettings } from './settings.ts'
import { openHospitalSignIn } from './sign-in.ts'

const { port, portal, hospital } = readSettings(process.env)
const at = `${portal}/identity/hospital/${hospital}`
const opened = await openHospitalSignIn({
  port,
  portal: { clientId: 'karyo', redirectUri: `${at}/callback`, keys: `${at}/keys` },
})

const stop = () => opened.close().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
console.log(
  `Simulated hospital ${hospital}: issuer ${opened.issuer}, client karyo, domain ${HOSPITAL_DOMAIN}`,
)
