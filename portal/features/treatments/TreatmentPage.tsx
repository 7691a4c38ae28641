import { Alert, Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { Treatment } from '#contract/treatments.ts'
import { api } from '#portal/api.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { orderOptions } from '#portal/order/queries.ts'
import { bornInWords, fullName } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { DetailList } from '#ui/DetailList.tsx'
import { showDate, showInstant } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import {
  idInAddress,
  isMissing,
  isQuestioned,
  isWithdrawn,
  MissingThing,
  useLedTo,
} from '../../frame/MissingThing.tsx'
import { useOpenedIn } from '../../frame/use-opened-in.ts'
import { QUESTIONED_ADVICE, QUESTIONED_WORDS } from '../reports/public.ts'
import { treatmentOptions } from './queries.ts'
import * as texts from './texts.ts'
import classes from './treatment-page.module.css'

const route = getRouteApi('/signed-in/treatment/$treatmentId')

/** A treatment recommendation of the laboratory (specification §2); opening it marks it as seen by the reader. */
export default function TreatmentPage() {
  const { treatmentId } = route.useParams()
  const [id, openedIn] = [idInAddress(treatmentId), useOpenedIn(treatmentId)]
  const missing = <MissingThing thing="treatment" id={id} openedIn={openedIn} skeleton={null} />
  if (id === null) return missing
  return <LoadedTreatment key={treatmentId} id={id} openedIn={openedIn} missing={missing} />
}

interface LoadedTreatmentProps {
  id: number
  openedIn: string | null
  /** Where there is none. */
  missing: ReactNode
}

function LoadedTreatment({ id, openedIn, missing }: LoadedTreatmentProps) {
  const [isKnown, setKnown] = useState(false)
  const query = useQuery(treatmentOptions(id, isKnown))
  const orderId = query.data?.orderId
  if (isMissing(query.error)) return missing
  // Also where it was open: nobody reads on in what was taken back, or may be.
  if (isWithdrawn(query.error))
    return (
      <Instead title={texts.treatmentRecommendationWithdrawn} orderId={orderId}>
        <ErrorState problem={query.error} />
      </Instead>
    )
  if (isQuestioned(query.error))
    return (
      <Instead title={texts.treatmentRecommendation} orderId={orderId}>
        <Questioned />
        <Button variant="default" mt="md" onClick={() => setKnown(true)}>
          {texts.showTheRecommendationAnyway}
        </Button>
      </Instead>
    )
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState problem={query.error} retry={() => query.refetch()} />
    ) : (
      <>
        <VisuallyHidden role="status">{texts.theRecommendationIsLoading}</VisuallyHidden>
        <Skeleton height={24} width={320} mb={28} />
        <Skeleton height={280} radius="lg" />
      </>
    )
  return (
    <>
      <StaleNotice query={query} />
      <TreatmentView treatment={query.data} openedIn={openedIn} />
    </>
  )
}

/** In the place of one that was taken back, by itself or with the report that it came with, or that may be. */
function Instead({
  title,
  orderId,
  children,
}: {
  title: string
  orderId: number | undefined
  children: ReactNode
}) {
  return (
    <>
      <PageHead
        title={title}
        crumbs={[
          <Link key="orders" to="/orders">
            {texts.orders}
          </Link>,
          ...(orderId === undefined
            ? []
            : [
                <Link key="order" to="/order/details/$id" params={{ id: String(orderId) }}>
                  {texts.orderNumber(orderId)}
                </Link>,
              ]),
          texts.treatmentRecommendation,
        ]}
      />
      {children}
    </>
  )
}

/** The report that it goes by may be taken back. */
function Questioned() {
  return (
    <Alert color="red" role="alert" mb="md" title={QUESTIONED_WORDS}>
      {QUESTIONED_ADVICE}
    </Alert>
  )
}

/** Notes once that the reader has it before them; who opened it last is told as it was before that. */
function useNoteView({ id, hospitalCode, orderId }: Treatment) {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (treatmentId: number) => api.treatments.lastViewed({ body: { treatmentId } }),
    onSuccess: () =>
      queries.invalidateQueries({
        queryKey: orderOptions(hospitalCode, orderId).queryKey,
        refetchType: 'none',
      }),
    retry: 2,
  })
  useEffect(() => mutate(id), [mutate, id])
}

function TreatmentView({ treatment, openedIn }: { treatment: Treatment; openedIn: string | null }) {
  useNoteView(treatment)
  const { institution, institutions } = useSession()
  const ledTo = useLedTo()
  const { title, orderId, patient, lastViewed, hospitalCode } = treatment
  const { name = '' } = institutions.find(({ code }) => code === hospitalCode) ?? {}
  const isOtherInstitution = openedIn === institution.code && hospitalCode !== institution.code
  useEffect(() => {
    if (isOtherInstitution) ledTo(hospitalCode, 'treatment')
  }, [isOtherInstitution])
  const toOrder = { to: '/order/details/$id', params: { id: String(orderId) } } as const
  return (
    <>
      <PageHead
        title={title}
        tabTitle={texts.treatmentRecommendation}
        crumbs={[
          <Link key="orders" to="/orders">
            {texts.orders}
          </Link>,
          <Link key="order" {...toOrder}>
            {treatment.accessionNumber ?? texts.orderNumber(orderId)}
          </Link>,
          texts.treatmentRecommendation,
        ]}
        sub={<InlineList of={[fullName(patient), bornInWords(patient), treatment.testName]} />}
      />
      {treatment.isQuestioned && <Questioned />}
      <div className={classes.columns}>
        <Card title={texts.recommendation}>
          <div className={classes.text}>
            {treatment.recommendation.map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </div>
        </Card>
        <Card title={texts.details}>
          <DetailList
            details={[
              ['Patient', fullName(patient)],
              [texts.dateOfBirth, showDate(patient.dateOfBirth)],
              ['Test', treatment.testName],
              [texts.labNumber, treatment.accessionNumber],
              [
                'Order',
                <TextLink key="order" {...toOrder}>
                  {orderId}
                </TextLink>,
              ],
              ['Institution', name || hospitalCode],
              ['Issued', showInstant(treatment.madeAt)],
              ['Received', showInstant(treatment.receivedAt)],
              [
                texts.lastOpened,
                lastViewed
                  ? texts.openedBy(showInstant(lastViewed.at), lastViewed.by)
                  : texts.notOpenedBefore,
              ],
            ]}
          />
        </Card>
      </div>
    </>
  )
}
