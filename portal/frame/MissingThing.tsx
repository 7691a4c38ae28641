import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ProblemError } from '#contract/errors.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { MissingPage } from '#ui/MissingPage.tsx'
import { api } from '../api.ts'
import { ButtonLink } from '../links/ButtonLink.tsx'
import { useSession } from '../session/session.ts'
import { takesOnlineOrders } from './entries.ts'
import * as texts from './texts.ts'

type Call = { params: { id: number } }

function StartOrder() {
  return takesOnlineOrders(useSession()) && <ButtonLink to="/create">{texts.startOrder}</ButtonLink>
}

/** By what an address names: what it is called, why it may not be there, where the others are, and who knows its place. */
const THINGS = {
  order: {
    noun: 'order',
    text: texts.orderMissing,
    action: <ButtonLink to="/orders">{texts.allOrders}</ButtonLink>,
    find: (call: Call) => api.places.order(call),
  },
  draft: {
    noun: 'draft',
    text: texts.draftMissing,
    action: <StartOrder />,
    find: (call: Call) => api.places.order(call),
  },
  sample: {
    noun: 'sample',
    text: texts.linkBroken,
    action: <ButtonLink to="/orders">{texts.allOrders}</ButtonLink>,
    find: (call: Call) => api.places.sample(call),
  },
  family: {
    noun: 'family',
    text: texts.linkBroken,
    action: <ButtonLink to="/families">{texts.allFamilies}</ButtonLink>,
    find: (call: Call) => api.places.family(call),
  },
  kit: {
    noun: texts.kitOrderNoun,
    text: texts.linkBroken,
    action: <ButtonLink to="/kits">{texts.allKitOrders}</ButtonLink>,
    find: (call: Call) => api.places.kit(call),
  },
  treatment: {
    noun: texts.treatmentRecommendation,
    text: texts.linkBroken,
    action: <ButtonLink to="/orders">{texts.allOrders}</ButtonLink>,
    find: null,
  },
  followUps: {
    noun: texts.followUpListNoun,
    text: texts.linkBroken,
    action: <ButtonLink to="/follow-up">{texts.ownFollowUps}</ButtonLink>,
    find: null,
  },
  user: {
    noun: 'user',
    text: texts.userMissing,
    action: <ButtonLink to="/users">{texts.allUsers}</ButtonLink>,
    find: (call: Call) => api.places.user(call),
  },
} as const
export type Thing = keyof typeof THINGS

/** The number in an address; null where it is none. */
export function idInAddress(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

/** Whether the answer says that what was asked for is not there, or not for the caller. */
export function isMissing(error: unknown): boolean {
  return error instanceof ProblemError && ['not-found', 'forbidden'].includes(error.problem.code)
}

/** Whether the laboratory has taken back what was asked for. */
export function isWithdrawn(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'report-withdrawn'
}

/** Whether the laboratory is checking whether it stands: it is shown to who was told so. */
export function isQuestioned(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'report-questioned'
}

/** The last notice that another institution was selected. */
let notice = ''

/** Selects an institution because of what was opened, and says so once. */
export function useLedTo(): (code: string, thing: Thing) => void {
  const { institutions, selectInstitution } = useSession()
  return (code, thing) => {
    selectInstitution(code)
    const { name = code } = institutions.find((one) => one.code === code) ?? {}
    // Two that follow each other never stand there together.
    notifications.hide(notice)
    notice = notifications.show({
      role: 'status',
      autoClose: 12_000,
      message: texts.switchedTo(name, THINGS[thing].noun),
    })
  }
}

interface MissingThingProps {
  thing: Thing
  /** Null where the address has no number. */
  id: number | null
  /** Of `useOpenedIn`. */
  openedIn: string | null
  /** Shown while it is looked for. */
  skeleton: ReactNode
  /** In place of the page that says that there is none. */
  otherwise?: ReactNode
}

/**
 * In place of a thing that the selected institution does not have: finds it at another one of the reader's and selects that
 * one, or says that there is none.
 */
export function MissingThing({ thing, id, openedIn, skeleton, otherwise }: MissingThingProps) {
  const { institution, institutions } = useSession()
  const ledTo = useLedTo()
  const { noun, text, action, find } = THINGS[thing]
  const looks = id !== null && find !== null && institutions.length > 1 && openedIn === institution.code
  const query = useQuery({
    queryKey: ['places', thing, id],
    queryFn: () => find?.({ params: { id: id ?? 0 } }) ?? null,
    enabled: looks,
    gcTime: 0,
  })
  const found = query.data?.hospitalCode
  const otherInstitution =
    looks && found !== institution.code && institutions.some(({ code }) => code === found) ? found : undefined
  useEffect(() => {
    if (otherInstitution !== undefined) ledTo(otherInstitution, thing)
  }, [otherInstitution])

  if (looks && (query.isPending || otherInstitution !== undefined)) return skeleton
  if (looks && query.error && !isMissing(query.error))
    return <ErrorState problem={query.error} retry={() => query.refetch()} />
  if (otherwise !== undefined) return otherwise
  return <MissingPage noun={noun} institution={institution.name} text={text} action={action} />
}
