import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ProblemError } from '#contract/errors.ts'
import type { OpenedLaunch } from '#contract/launches.ts'
import { api } from '#portal/api.ts'
import { noNewOrdersHint, noNewOrdersTitle } from '#portal/order/texts.ts'
import { signIn } from '#portal/session/identity.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LoadingIndicator } from '#ui/LoadingIndicator.tsx'
import { notifyProblem } from '#ui/notices.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { isMissing } from '../../frame/MissingThing.tsx'
import { proofOf } from './proof.ts'
import * as texts from './texts.ts'

/** /launched/$launch: what a hospital's record system opened, on its way to a draft. */
export default function LaunchedPage() {
  const { launch = '' } = useParams({ strict: false })
  const { user, institution, institutions, selectInstitution } = useSession()
  const navigate = useNavigate()
  const proof = proofOf(launch)
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: (link: boolean) =>
      api.launches.open({ params: { launch }, body: { proof: proof ?? '', link } }),
    onSuccess(reply) {
      if (reply.state !== 'opened') return undefined
      const { hospitalCode, orderId, submitted } = reply
      if (hospitalCode !== institution.code && institutions.some(({ code }) => code === hospitalCode))
        selectInstitution(hospitalCode)
      return submitted
        ? navigate({ to: '/order/details/$id', params: { id: String(orderId) }, replace: true })
        : navigate({ to: '/create', search: { draft: orderId }, replace: true })
    },
  })
  useEffect(() => {
    if (proof !== null) mutate(false)
  }, [launch])

  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  const content = () => {
    if (proof === null || isMissing(error))
      return <EmptyState title={texts.overTitle} text={texts.overHint} />
    if (error instanceof ProblemError && error.problem.code === 'not-offered')
      return <EmptyState title={noNewOrdersTitle} text={noNewOrdersHint} />
    if (error) return <ErrorState problem={error} retry={() => mutate(false)} />
    if (data && data.state !== 'opened')
      return (
        <Unlinked reply={data} {...{ name, launch, connecting: isPending }} onConnect={() => mutate(true)} />
      )
    return <LoadingIndicator text={texts.opening} />
  }
  return (
    <>
      <PageHead title={texts.title} />
      <Card>{content()}</Card>
    </>
  )
}

interface UnlinkedProps {
  reply: Exclude<OpenedLaunch, { state: 'opened' }>
  /** Of whoever is logged in. */
  name: string
  launch: string
  connecting: boolean
  onConnect: () => void
}

/** Whoever is logged in is not known as the hospital's user, or is another one. */
function Unlinked({ reply, name, launch, connecting, onConnect }: UnlinkedProps) {
  // The identity provider asks again, whoever is logged in there.
  const logIn = () =>
    void signIn(`/launched/${launch}`, { extraQueryParams: { prompt: 'login' } }).catch(notifyProblem)
  if (reply.state === 'other-user')
    return (
      <EmptyState
        title={texts.otherTitle}
        text={texts.otherHint(reply.hospitalName, name)}
        action={<Button onClick={logIn}>{texts.someoneElse}</Button>}
      />
    )
  return (
    <EmptyState
      title={texts.linkTitle(reply.hospitalName)}
      text={
        <>
          {texts.launchedBy(reply.hospitalName, reply.launchedBy)} <strong>{texts.signedInAs(name)}</strong>{' '}
          {reply.signedIn ? texts.linkHint : texts.proveHint}
        </>
      }
      action={
        <Stack gap="xs">
          {reply.signedIn ? (
            <Group justify="center">
              <Button loading={connecting} onClick={onConnect}>
                {texts.connect}
              </Button>
              <Button variant="default" onClick={logIn}>
                {texts.someoneElse}
              </Button>
            </Group>
          ) : (
            <Button onClick={logIn}>{texts.prove}</Button>
          )}
        </Stack>
      }
    />
  )
}
