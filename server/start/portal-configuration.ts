import type { portalRoutes } from '#contract/portal.ts'
import type { ReplyOf } from '#contract/route.ts'
import type { Config } from './config.ts'

/** The demo laboratory's VA hospital. */
const DEMO_VA_HOSPITALS = ['1004']
/** The demo laboratory's institution that uploads manifests, and those that are not offered benefits verification. */
const DEMO_MANIFEST_INSTITUTION = '1006'
const DEMO_EXCLUDED_BILLING = ['1005']

type Configuration = ReplyOf<(typeof portalRoutes)['configuration']>

interface Installation extends Pick<Configuration, 'accountUrl' | 'version'> {
  issuer: string
  endpoints: Configuration['identity']['endpoints']
  demo: boolean
}

/** The installation's settings for the portal's pages. */
export function portalConfiguration(
  config: Config,
  { issuer, endpoints, accountUrl, demo, version }: Installation,
): Configuration {
  return {
    identity: {
      issuer,
      clientId: config.OIDC_CLIENT_ID,
      audience: config.OIDC_AUDIENCE,
      rolesClaim: config.OIDC_ROLES_CLAIM,
      endpoints,
    },
    version,
    sites: { catalogue: config.origins.catalogue, appointment: config.origins.appointment },
    features: {
      userAdmin: config.KARYO_USER_ADMIN === 'on',
      kits: config.KARYO_KITS === 'on',
      notifications: config.KARYO_NOTIFICATIONS === 'on',
      calendarDates: config.KARYO_CALENDAR_DATES === 'on',
    },
    flags: {
      Document_Management: config.KARYO_DOCUMENTS === 'on',
      OnlineOrderPortal: config.KARYO_ONLINE_ORDERS === 'on',
    },
    manifestInstitution:
      config.KARYO_MANIFEST === 'on'
        ? (config.KARYO_MANIFEST_INSTITUTION ?? (demo ? DEMO_MANIFEST_INSTITUTION : null))
        : null,
    excludedBilling: config.KARYO_EXCLUDED_BILLING ?? (demo ? DEMO_EXCLUDED_BILLING : []),
    vaHospitalCodes: config.KARYO_VA_HOSPITALS ?? (demo ? DEMO_VA_HOSPITALS : []),
    idleSeconds: config.KARYO_IDLE_SECONDS,
    accountUrl,
  }
}
