import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AvailabilityRequest } from '#contract/sample.ts'
import { api } from '#portal/api.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { TextLink } from '#portal/links/TextLink.tsx'
import { useHere } from '#portal/links/use-here.ts'
import { BeginButton } from '#portal/order/BeginButton.tsx'
import { availabilityOptions } from '#portal/order/queries.ts'
import { useOpenDraft } from '#portal/order/use-open-draft.ts'
import { useSession } from '#portal/session/session.ts'
import { showInstant } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { notifyProblem } from '#ui/notices.ts'
import { AnswerAvailability } from './AnswerAvailability.tsx'
import classes from './specimens.module.css'
import * as texts from './texts.ts'

const STATUS_WORDS = {
  requested: texts.waitingForTheLaboratory,
  available: 'Available',
  unavailable: texts.notEnough,
  ordered: 'Ordered',
} as const satisfies Record<AvailabilityRequest['status'], string>

interface AvailabilityProps {
  hospitalCode: string
  sampleId: number
  /** `Blood of Lucía Moreno, DOB 14 Mar 2019` */
  specimen: string
  /** Tests may be added to the specimen now. */
  mayOrder: boolean
}

/** A row below the specimen's: what was asked of it. */
export function Availability(props: AvailabilityProps) {
  const query = useQuery(availabilityOptions(props.hospitalCode, props.sampleId))
  if (query.data?.length === 0 || (query.data === undefined && !query.isError)) return null
  return (
    <tr data-belongs>
      <td colSpan={4}>
        <AvailabilityList {...props} />
      </td>
    </tr>
  )
}

/** What was asked of a specimen, newest first, with the laboratory's answers; nothing where nothing was. */
export function AvailabilityList({ hospitalCode, sampleId, specimen, mayOrder }: AvailabilityProps) {
  const query = useQuery(availabilityOptions(hospitalCode, sampleId))
  if (query.isError && !query.data) return <ErrorState problem={query.error} retry={() => query.refetch()} />
  if ((query.data ?? []).length === 0) return null
  return (
    <ul className={classes.questions} aria-label={texts.questionsAboutRemainingSpecimen}>
      {query.data?.map((request) => (
        <Question key={request.id} request={request} specimen={specimen} mayOrder={mayOrder} />
      ))}
    </ul>
  )
}

interface QuestionProps extends Pick<AvailabilityProps, 'specimen' | 'mayOrder'> {
  request: AvailabilityRequest
}

function Question({ request, specimen, mayOrder }: QuestionProps) {
  const { user } = useSession()
  const { status, testName, note, requestedBy, requestedAt, orderId, isOrderDraft = false } = request
  return (
    <li>
      <div>
        <span className={classes.name}>{testName}</span>:{' '}
        {status === 'ordered' && orderId !== null ? (
          <TextLink underline="always" to="/order/details/$id" params={{ id: String(orderId) }}>
            {isOrderDraft ? texts.draftNotSubmitted(orderId) : texts.orderedAs(orderId)}
          </TextLink>
        ) : (
          STATUS_WORDS[status]
        )}
        {note && <> – “{note}”</>}
        <div className={classes.facts}>
          {texts.askedBy(requestedBy)} <time dateTime={requestedAt}>{showInstant(requestedAt)}</time>
        </div>
      </div>
      <div className={classes.buttons}>
        {isOrderDraft && orderId !== null && mayOrder && (
          <ButtonLink
            size="compact-sm"
            to="/create"
            search={{ draft: orderId }}
            aria-label={texts.continueDraftOf(testName, specimen)}
          >
            {texts.continueDraft}
          </ButtonLink>
        )}
        {status === 'available' && mayOrder && <OrderIt request={request} specimen={specimen} />}
        {user.support && (
          <AnswerAvailability request={request} specimen={specimen} open={status === 'requested'} />
        )}
      </div>
    </li>
  )
}

/** Begins the order that was asked about, and notes so at the question; a click after a failure goes on from there. */
function OrderIt({
  request: { id, sampleId, hospitalCode: h, testCode, testName },
  specimen,
}: Pick<QuestionProps, 'request' | 'specimen'>) {
  const [draftKey] = useState(() => crypto.randomUUID())
  const openDraft = useOpenDraft()
  const order = useMutation({
    onMutate: useHere(),
    mutationFn: async () => {
      const draft = await api.samples.addTest({
        params: { h, id: sampleId },
        body: { draftKey, testCodes: [testCode] },
      })
      await api.samples.markOrdered({ params: { id }, body: { orderId: draft.id } })
      return draft
    },
    onSuccess: (draft, _, stillHere) => openDraft(draft, stillHere),
    onError: notifyProblem,
  })
  return (
    <BeginButton
      size="compact-sm"
      loading={order.isPending}
      onClick={() => order.mutate()}
      aria-label={texts.orderTestOn(testName, specimen)}
    >
      {texts.orderTest}
    </BeginButton>
  )
}
