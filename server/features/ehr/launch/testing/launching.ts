import { smartLaunches } from '#adapters/ehr/smart/launches.ts'
import { TEST_SECRET } from '#server/testing/database.ts'
import type { TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import type { SimulatedChart } from '#simulators/ehr/smart/charts.ts'
import { ALL_SCOPES } from '#simulators/ehr/smart/settings.ts'
import { openSmartEhr } from '#simulators/ehr/smart/smart-ehr.ts'
import { launchClients } from '../clients.ts'
import type { LaunchRow } from '../launch-file.ts'

/** The portal's own origin, as its configuration has it; it listens on another port. */
const PUBLIC = 'http://localhost'

interface HospitalOptions {
  row?: Partial<LaunchRow>
  charts?: readonly SimulatedChart[]
  grants?: (scope: string) => boolean
}

let made = 0

/** A hospital whose record system launches the portal, set up as `npm run import -- launch` does. */
export async function launchingHospital(portal: TestPortal, options: HospitalOptions = {}) {
  made += 1
  const id = `ehr-${made}`
  const ehr = await openSmartEhr({
    port: 0,
    portal: {
      clientId: 'karyo',
      launchUrl: `${PUBLIC}/launch/${id}`,
      redirectUri: `${PUBLIC}/launch/${id}/callback`,
      keys: `${portal.origin}/launch/${id}/keys`,
      scopes: ALL_SCOPES,
    },
    ...(options.charts ? { charts: options.charts } : {}),
    ...(options.grants ? { grants: options.grants } : {}),
  })
  const launches = smartLaunches({ production: false, withinMs: 60_000 })
  const clients = launchClients(portal.worker.db, TEST_SECRET)
  await clients.save(
    {
      ...{ id, name: `Hospital ${made}`, institutionCode: PARENT, iss: ehr.iss, clientId: 'karyo' },
      ...{ scopes: ALL_SCOPES, frameOrigins: [], interface: '', recordNumberSystem: '', ...options.row },
    },
    await launches.fetchMetadata(ehr.iss),
    launches.newKey,
  )
  return { id, ehr, clients, launches }
}

/** A browser's cookies for the portal. */
export class Jar {
  readonly cookies = new Map<string, string>()
  /** The address of the page that it is on. */
  async visit(portal: TestPortal, address: string, headers: Record<string, string> = {}) {
    const { pathname, search } = new URL(address, PUBLIC)
    const reply = await fetch(`${portal.origin}${pathname}${search}`, {
      redirect: 'manual',
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0/.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return {
      status: reply.status,
      location: reply.headers.get('location') ?? '',
      headers: reply.headers,
      page: await reply.text(),
    }
  }
}

/** Leaves for the hospital; the answer that its authorization server sends the browser back with. */
export async function answerOf(portal: TestPortal, jar: Jar, address: string): Promise<string> {
  const left = await jar.visit(portal, address)
  if (left.status !== 303) throw new Error(`no launch began: ${left.status} ${left.page}`)
  const reply = await fetch(left.location, { redirect: 'manual' })
  const answer = reply.headers.get('location')
  if (answer === null) throw new Error(`the hospital answers ${reply.status}: ${await reply.text()}`)
  return answer
}

/** The whole way to the portal's page of the launch; `proof` is what the browser keeps for it. */
export async function launched(portal: TestPortal, address: string, jar = new Jar()) {
  const back = await jar.visit(portal, await answerOf(portal, jar, address))
  const id = back.location.replace('/launched/', '')
  return { ...back, id, proof: jar.cookies.get(`karyo_launched_${id}`) ?? '', jar }
}
