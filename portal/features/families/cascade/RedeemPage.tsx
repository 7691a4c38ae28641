import { Button, Checkbox, Skeleton, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { VisibleToFamily } from '#domain/family/cascade/steps.ts'
import { api } from '#portal/api.ts'
import { takesOnlineOrders } from '#portal/frame/entries.ts'
import { useSession } from '#portal/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { Refusal } from '#ui/dialogs/Refusal.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { PageHead } from '#ui/PageHead.tsx'
import classes from './cascade.module.css'
import { redeemedOptions } from './queries.ts'
import { RedeemedOne } from './RedeemedOne.tsx'
import { Tells } from './Tells.tsx'
import * as texts from './texts.ts'

/** Redeems the code of a letter that somebody brought, and lists what earlier ones say. */
export default function RedeemPage() {
  const { institution, can } = useSession()
  return (
    <>
      <PageHead title={texts.codes} sub={texts.codesHint} />
      {can('CreateOrder') ? (
        <Stack gap="md">
          <RedeemForm key={institution.code} hospital={institution.code} />
          <Redeemed hospital={institution.code} />
        </Stack>
      ) : (
        <Card>
          <EmptyState title={texts.codes} text={texts.askForRole} />
        </Card>
      )}
    </>
  )
}

function RedeemForm({ hospital }: { hospital: string }) {
  const [code, setCode] = useState('')
  const [isBrought, setBrought] = useState(false)
  const [tells, setTells] = useState<VisibleToFamily>('nothing')
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const redeem = useMutation({
    mutationFn: () =>
      api.familyCodes.redeem({ params: { hospital }, body: { code: code.trim(), isBrought: true, tells } }),
    onSuccess: () => {
      notifySuccess(texts.redeemed)
      setCode('')
      setBrought(false)
      setTells('nothing')
      setTried(false)
      return queries.invalidateQueries({ queryKey: redeemedOptions(hospital).queryKey })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (code.trim() === '') field.current?.focus()
    else if (isBrought && !redeem.isPending) redeem.mutate()
  }
  const takesOrders = takesOnlineOrders(useSession())
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={560}>
          {!takesOrders && (
            <Banner tone="quiet" title={texts.noOrderFromCode}>
              {texts.noOrderFromCodeHint}
            </Banner>
          )}
          <TextInput
            ref={field}
            label={texts.code}
            description={texts.codeHint}
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            required
            value={code}
            error={isTried && code.trim() === '' ? texts.codeHint : undefined}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Checkbox
            label={texts.brought}
            checked={isBrought}
            error={isTried && !isBrought ? texts.confirmBrought : undefined}
            onChange={(event) => setBrought(event.currentTarget.checked)}
          />
          <Tells value={tells} onChange={setTells} />
          <Refusal problem={redeem.error} />
          <div>
            <Button type="submit" loading={redeem.isPending}>
              {texts.redeem}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  )
}

/** Shown before the user asks for all. */
const FIRST = 50

function Redeemed({ hospital }: { hospital: string }) {
  const [showsAll, setShowsAll] = useState(false)
  const query = useQuery(redeemedOptions(hospital))
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState problem={query.error} retry={() => query.refetch()} />
    ) : (
      <Card title={texts.redeemedCodes}>
        <Skeleton height={90} />
      </Card>
    )
  return (
    <Card title={texts.redeemedCodes}>
      {query.data.length === 0 ? (
        <EmptyState title={texts.noCodes} text={texts.noCodesHint} />
      ) : (
        <ul className={classes.relatives}>
          {(showsAll ? query.data : query.data.slice(0, FIRST)).map((one) => (
            <RedeemedOne key={one.id} hospital={hospital} redeemed={one} />
          ))}
        </ul>
      )}
      {!showsAll && query.data.length > FIRST && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          {texts.showAllCodes(query.data.length)}
        </Button>
      )}
    </Card>
  )
}
