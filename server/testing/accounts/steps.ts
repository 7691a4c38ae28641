import type { GivenRole } from '#contract/people.ts'
import { CHILD, PARENT } from '../world.ts'
import type { Client } from './client.ts'
import { HOSPITAL_DOMAIN } from './rig.ts'
import { Breach, codeOf, isIn, newKey, secretIn, type Walk } from './walk.ts'

/** One action of a walk. `which` chooses among its possible objects. */
export type Step = (walk: Walk, which: number) => Promise<void>

const pick = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(1, all.length)]
const STRANGER = { providerName: 'Ada Okafor', providerNpi: '1234567893', agreed: true }
const MINUTES = [6, 70, 60 * 25, 60 * 24 * 3]

/**
 * Runs `work` as the thief in a session of ada's account, with the current password, which is asked for again
 * there.
 */
async function inside(walk: Walk, work: (client: Client, current: string) => Promise<void>) {
  for (const client of walk.sessions) {
    const page = await client.open('/identity/account')
    if (isIn(page) && page.text.includes('Test ada'))
      return work(client, [...walk.attacker.known].at(-1) ?? '')
  }
}

/** Steps of the honest users. */
const honest: Record<string, Step> = {
  async 'ada signs in, and sets up a second factor where it is demanded'(walk) {
    const { ada } = walk
    const email = ada.mailboxes[0] ?? ''
    if (walk.mode === 'optional') {
      await walk.signIn(email, ada.password)
      return
    }
    if (ada.secret !== null) return
    const { client, page } = await walk.secondStep(email, ada.password)
    const secret = page.path.endsWith('/set-up') ? secretIn(page) : null
    if (secret === null) return
    const done = await client.submit(page.path, { code: codeOf(secret) })
    if (done.status !== 200) return
    ada.secret = secret
    // The password alone no longer gets the thief in; a session from before remains.
    if (walk.sessions.length === 0) ada.exposed = false
  },
  async 'ada forgets her password, and chooses a new one by the newest mail'(walk) {
    const { ada } = walk
    const email = ada.mailboxes[0] ?? ''
    await walk.client().submit('/identity/forgot', { email })
    const token = walk.tokensTo(email, 'reset').at(-1)
    if (token !== undefined) await walk.choose(ada, 'ada', 'reset', token)
  },
  async 'ada takes a change of her address back'(walk) {
    const { ada } = walk
    const email = ada.mailboxes[0] ?? ''
    // She keeps her own changes; a mail about any other change reveals the thief to her.
    const [token] = walk.tokensTo(email, 'undo')
    if (token !== undefined) await walk.choose(ada, 'ada', 'undo', token)
  },
  async 'ada changes her password'(walk) {
    const { ada } = walk
    const client = await walk.signIn(ada.mailboxes[0] ?? '', ada.password, ada.secret)
    if (!client) return
    const page = await client.open('/identity/account/password')
    const remove = [...page.text.matchAll(/name="remove" value="([^"]+)"[^>]*> Remove the passkey/g)].map(
      ([, key = '']) => key,
    )
    const password = walk.fresh('ada')
    const done = await client.submit('/identity/account/password', {
      ...{ current: ada.password, password, repeated: password, remove },
      // The code that opened the session cannot be used again.
      ...(ada.secret === null ? {} : { code: '000000' }),
    })
    if (!isIn(done)) return
    ada.password = password
    ada.exposed = false
  },
  async 'ada changes her address'(walk) {
    const { ada } = walk
    const [before = '', fresh = ''] = ada.mailboxes
    if (ada.exposed || ada.secret !== null) return
    const client = await walk.signIn(before, ada.password)
    if (!client) return
    await client.submit('/identity/account/email', { email: fresh, current: ada.password })
    const token = walk.tokensTo(fresh, 'verify').at(-1)
    if (token === undefined) return
    const done = await client.submit('/identity/verify', { token })
    if (done.status === 200) ada.mailboxes = [fresh, before]
  },
  async 'ben signs up'(walk) {
    const { ben } = walk
    const fields = { firstName: 'Test', lastName: 'ben', email: ben.mailboxes[0] ?? '' }
    await walk
      .client()
      .submit('/identity/sign-up', { ...fields, password: ben.password, repeated: ben.password })
  },
  async 'ben verifies his address, by another password where his is refused'(walk) {
    const { ben } = walk
    const email = ben.mailboxes[0] ?? ''
    const token = walk.tokensTo(email, 'verify').at(-1)
    if (token === undefined || ben.sub !== null) return
    const done = await walk.client().submit('/identity/verify', { token, password: ben.password })
    if (done.status === 400) {
      await walk.client().submit('/identity/forgot', { email })
      const reset = walk.tokensTo(email, 'reset').at(-1)
      if (reset === undefined || !(await walk.choose(ben, 'ben', 'reset', reset))) return
    } else if (done.status !== 200) return
    const { rows } = await walk.rig.admin.query('select id from identity."user" where email = $1', [email])
    ben.sub = rows[0]?.id ?? null
  },
}

/** Steps of the administrator, who is honest, and may be mistaken about the thief for a while. */
const byAdmin = (walk: Walk, name: string, body: unknown) =>
  walk.rig.call('users', name as 'changeRoles', 'admin', {
    params: { hospital: PARENT, id: walk.attacker.id },
    body,
  })
const administrator: Record<string, Step> = {
  async 'the administrator makes the thief a super user'(walk) {
    await byAdmin(walk, 'changeRoles', { roles: ['SuperUser'] })
  },
  async 'the administrator makes the thief a user administrator again'(walk) {
    await byAdmin(walk, 'changeRoles', { roles: ['UserAdmin'] })
  },
  async 'the administrator blocks the thief, or ends their access'(walk, which) {
    const status = which % 2 === 0 ? 'Blocked' : 'Inactive'
    await byAdmin(walk, 'changeStatus', { status, reason: 'Found out', handOverTo: null })
  },
  async 'the administrator lets the thief back in'(walk) {
    await byAdmin(walk, 'changeStatus', { status: 'Active', reason: 'A mistake', handOverTo: null })
  },
  async 'the administrator invites ben'(walk) {
    const body = { email: walk.ben.mailboxes[0], roles: ['OrderSubmitter'] }
    await walk.rig.call('users', 'invite', 'admin', { params: { hospital: PARENT }, body })
  },
}

async function signUp(walk: Walk, email: string) {
  const password = 'the thief’s own password'
  const fields = { firstName: 'Test', lastName: 'ben', email, password, repeated: password }
  await walk.client().submit('/identity/sign-up', fields)
}

/** The thief's steps against accounts. */
const stealing: Record<string, Step> = {
  async 'the thief learns ada’s password, and tries it'(walk, which) {
    const { ada, attacker } = walk
    attacker.known.delete(ada.password)
    attacker.known.add(ada.password)
    // If she has set up a second factor herself, the password opens nothing.
    if (ada.secret === null) ada.exposed = true
    if (which % 4 > 0) await walk.tryIn(ada.mailboxes[0] ?? '', ada.password)
  },
  async 'the thief tries what they knew of ada'(walk, which) {
    const email = pick(walk.ada.mailboxes, which) ?? ''
    await walk.tryIn(email, [...walk.attacker.known].at(-1) ?? '')
  },
  async 'the thief opens the set-up of a second factor, and leaves it'(walk) {
    const { page } = await walk.secondStep(walk.ada.mailboxes[0] ?? '', [...walk.attacker.known].at(-1) ?? '')
    const secret = page.path.endsWith('/set-up') ? secretIn(page) : null
    if (secret !== null) walk.attacker.secrets.add(secret)
  },
  async 'the thief adds a passkey'(walk) {
    await inside(walk, async (client, current) => {
      const { text } = await client.submit('/identity/account/passkeys/add', { current })
      if (!text.includes('data-passkey="create"')) return
      walk.key = newKey()
      await client.submit('/identity/account/passkeys/confirm', {
        answer: walk.key.create(text),
        name: 'Mine',
      })
    })
  },
  async 'the thief asks for another address'(walk, which) {
    await inside(walk, async (client, current) => {
      const email = pick(walk.attacker.boxes.slice(1), which) ?? ''
      await client.submit('/identity/account/email', { email, current })
      // Opens the link now, or leaves it for later.
      if (which >= 8) for (const token of walk.tokensTo(email, 'verify')) await walk.press('verify', token)
    })
  },
  async 'the thief changes ada’s password'(walk) {
    await inside(walk, async (client, current) => {
      const password = walk.fresh('thief')
      const done = await client.submit('/identity/account/password', {
        current,
        password,
        repeated: password,
      })
      if (isIn(done)) walk.attacker.known.add(password)
    })
  },
  async 'the thief opens the links in their mail'(walk, which) {
    const path = pick(['verify', 'reset', 'undo'], which) ?? ''
    for (const mailbox of walk.attacker.boxes)
      for (const token of walk.tokensTo(mailbox, path)) await walk.press(path, token)
  },
  async 'the thief asks for a reset'(walk, which) {
    const email = pick([...walk.attacker.boxes, ...walk.ada.mailboxes], which) ?? ''
    await walk.client().submit('/identity/forgot', { email })
  },
  async 'the thief signs up with an address of somebody else'(walk, which) {
    const email = pick([...walk.ben.mailboxes.slice(0, 1), walk.ada.mailboxes[1]], which) ?? ''
    await signUp(walk, email)
  },
  async 'the thief makes a second account'(walk) {
    const [, email = ''] = walk.attacker.boxes
    await signUp(walk, email)
    for (const token of walk.tokensTo(email, 'verify')) await walk.press('verify', token)
    const { rows } = await walk.rig.admin.query('select id from identity."user" where email = $1', [email])
    if (rows[0] && !['ada', ...walk.attacker.subs].includes(rows[0].id)) walk.attacker.subs.push(rows[0].id)
  },
  async 'the thief tries ben’s account'(walk) {
    await walk.tryIn(walk.ben.mailboxes[0] ?? '', 'the thief’s own password')
  },
  async 'the thief uses their passkey'(walk) {
    await walk.tryKey()
  },
}

const ROLES: GivenRole[][] = [['OrderSubmitter'], ['OrderViewer', 'UserAdmin'], ['UserAdmin'], ['SuperUser']]

/** The thief's steps to gain roles. */
const climbing: Record<string, Step> = {
  async 'the thief invites an address of theirs'(walk, which) {
    const own = (await walk.rig.claimsOf('thief'))?.email
    const email = pick([own, ...walk.attacker.boxes.slice(1)], which)
    const hospital = which % 2 === 0 ? CHILD : PARENT
    const body = { email, roles: pick(ROLES, which >> 2) }
    await walk.climbing(() => walk.rig.call('users', 'invite', 'thief', { params: { hospital }, body }))
  },
  async 'the thief gives their own account another address'(walk, which) {
    const email = pick(walk.attacker.boxes, which) ?? ''
    for (const mailbox of walk.attacker.boxes) {
      const client = await walk.signIn(mailbox, 'the thief’s own password')
      if (!client) continue
      const current = 'the thief’s own password'
      await client.submit('/identity/account/email', { email, current })
      for (const token of walk.tokensTo(email, 'verify')) await walk.press('verify', token)
      return
    }
  },
  async 'the thief takes up what they are invited to'(walk) {
    await walk.climbing(async () => {
      for (const sub of walk.attacker.subs) {
        const found = (await walk.rig.call('physicians', 'registration', sub)) as
          | { invitations: { id: number; institution: { institutionId: number } }[] }
          | undefined
        const { rows } = await walk.rig.admin.query(
          `select i.id, n.id as institution, p.subject as inviter
           from invitation i join institution n on n.code = i.institution_code join physician p on p.id = i.invited_by`,
        )
        // Tries ids even if they are not shown.
        for (const { id, institution, inviter } of found ? rows : []) {
          const body = { ...REGISTRATION, institutionId: Number(institution), invitationId: Number(id) }
          const taken =
            (await walk.rig.call('physicians', 'acceptInvitation', sub, { params: { id: Number(id) } })) ??
            (await walk.rig.call('physicians', 'register', sub, { body }))
          if (taken !== undefined && inviter === sub)
            throw new Breach('the thief took up an invitation of their own')
        }
      }
    })
  },
  async 'another account of the thief asks to be let in, and they decide'(walk, which) {
    await walk.climbing(async () => {
      const { rows } = await walk.rig.admin.query('select id from institution where code = $1', [PARENT])
      for (const sub of walk.attacker.subs.slice(1)) {
        const body = { ...REGISTRATION, institutionId: Number(rows[0].id), invitationId: null }
        await walk.rig.call('physicians', 'register', sub, { body })
      }
      const roles = pick(ROLES, which)
      const { rows: users } = await walk.rig.admin.query('select id, subject from physician')
      for (const by of walk.attacker.subs)
        for (const { id, subject } of users.filter((one) => walk.attacker.subs.includes(one.subject))) {
          const params = { hospital: PARENT, id: Number(id) }
          if (subject === by) continue
          await walk.rig.call('users', 'decide', by, { params, body: { approve: true, roles } })
          await walk.rig.call('users', 'changeRoles', by, { params, body: { roles } })
          await walk.rig.call('users', 'approveRoles', by, { params, body: { approve: true } })
        }
    })
  },
}
const REGISTRATION = {
  ...{ firstName: 'Test', lastName: 'thief', prefix: '', suffix: '', providerType: 'Staff', npi: '' },
  ...{ delegate: STRANGER, phoneNumbers: [{ type: 'Work', phoneNumber: '+16145550101' }] },
  conditionsConfirmed: true,
}

/** Steps that matter if a second factor is required: none of them changes who grants roles to whom. */
export const ABOUT_FACTORS = [
  'ada signs in, and sets up a second factor where it is demanded',
  'ada forgets her password, and chooses a new one by the newest mail',
  'ada changes her password',
  'the thief learns ada’s password, and tries it',
  'the thief opens the set-up of a second factor, and leaves it',
  'the thief tries what they knew of ada',
  'the thief asks for a reset',
  'time passes',
]

/** Steps about who grants roles to whom: none of them needs another user's account. */
export const ABOUT_ROLES = [
  ...Object.keys(administrator),
  ...Object.keys(climbing),
  ...['the thief makes a second account', 'time passes'],
]

/** Steps about what a thief leaves in an account, which must be gone when ada has recovered it. */
export const ABOUT_RECOVERY = [
  'ada forgets her password, and chooses a new one by the newest mail',
  'ada changes her password',
  'the thief learns ada’s password, and tries it',
  'the thief adds a passkey',
  'the thief asks for another address',
  'the thief uses their passkey',
]

/** Steps about changes of an address that are undone, one after the other. */
export const ABOUT_UNDOING = [
  'ada takes a change of her address back',
  'the thief learns ada’s password, and tries it',
  // Twice, as it must follow itself.
  ...['the thief asks for another address', 'the thief asks for another address'],
]

/**
 * Steps of walks of their own, about a hospital whose users the thief commands, and which lets nobody in by a password.
 */
export const HOSPITAL_STEPS: Record<string, Step> = {
  async 'ada takes a change of her address back, and signs in'(walk) {
    const { ada } = walk
    const [token] = walk.tokensTo(ada.mailboxes[0] ?? '', 'undo')
    if (token === undefined || !(await walk.choose(ada, 'ada', 'undo', token))) return
    await walk.isLetIn(ada, 'ada')
  },
  async 'the thief gives ada’s account an address of their hospital, and signs in there'(walk, which) {
    const email = `thief@${HOSPITAL_DOMAIN}`
    await inside(walk, async (client, current) => {
      await client.submit('/identity/account/email', { email, current })
      for (const token of walk.tokensTo(email, 'verify')) await walk.press('verify', token)
      walk.usesHospital = true
      if (which >= 8) await walk.tryHospital()
    })
  },
  async 'the thief signs in at their hospital'(walk) {
    // Earlier, it would make an account of its own with that address.
    if (walk.usesHospital) await walk.tryHospital()
  },
}
export const ABOUT_HOSPITALS = [
  ...Object.keys(HOSPITAL_STEPS),
  'ada forgets her password, and chooses a new one by the newest mail',
  'the thief learns ada’s password, and tries it',
  'the thief asks for another address',
  'the thief opens the links in their mail',
]

/** Steps about an address with which somebody else signs up first. */
export const ABOUT_SIGN_UP = [
  'ben signs up',
  'ben verifies his address, by another password where his is refused',
  'the thief signs up with an address of somebody else',
  'the thief tries ben’s account',
]

/** Steps about an invitation whose sender loses the right to invite before it is accepted. */
export const ABOUT_INVITATIONS = [
  'the administrator makes the thief a super user',
  'the administrator makes the thief a user administrator again',
  'the administrator blocks the thief, or ends their access',
  'the thief invites an address of theirs',
  'the thief makes a second account',
  'the thief takes up what they are invited to',
]

/** Steps about an invitation that its sender accepts. */
export const ABOUT_OWN_INVITATIONS = [
  'the thief invites an address of theirs',
  'the thief gives their own account another address',
  'the thief takes up what they are invited to',
]

export const STEPS: Record<string, Step> = {
  ...{ ...honest, ...administrator, ...stealing, ...climbing },
  async 'time passes'(walk, which) {
    await walk.rig.pass(pick(MINUTES, which) ?? 0)
  },
}
