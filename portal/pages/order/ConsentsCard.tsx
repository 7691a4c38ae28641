import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { Order } from '#contract/order.ts'
import {
  confirmedInWords,
  givenInWords,
  retentionInWords,
  TEXT_NOT_KNOWN,
  withdrawnInWords,
} from '#domain/consent/in-words.ts'
import { calledInOrder } from '#portal/order/person.ts'
import { testOptions } from '#portal/order/queries.ts'
import { consentsInWords } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { ConsentAnswers } from '#ui/ConsentAnswers.tsx'
import { LateDialog } from '#ui/LateDialog.tsx'
import { versionNote, visibleItems } from './consent-items.ts'
import { FamilyConsents } from './FamilyConsents.tsx'
import * as texts from './texts.ts'

// Few orders' consents are ever withdrawn.
const WithdrawConsentDialog = lazy(async () => ({
  default: (await import('./WithdrawConsentDialog.tsx')).WithdrawConsentDialog,
}))

/** What each person agreed to, in the words that were kept with the order, who gave and confirmed it, and what was withdrawn. */
export function ConsentsCard({ order }: { order: Order }) {
  const { document, hospitalCode, consentLedger: ledger } = order
  const isDraft = order.orderedAt === null
  const areKept = order.consentsAsked !== null
  const tests = areKept ? [] : [...document.tests, ...document.addOnTests]
  const codes = tests.map((test) => test.testCode).filter(Boolean)
  const catalogue = useQueries({
    queries: [...new Set(codes)].map((code) => testOptions(code, hospitalCode)),
    combine: (results) => ({
      questions: results.flatMap((result) => result.data?.consents ?? []),
      loading: results.some((result) => result.isPending),
    }),
  })
  const people = ledger.map((one) => ({
    ...one,
    name: calledInOrder(document, one.person),
    items: visibleItems(one.items, catalogue.questions, isDraft),
  }))
  const [one, ...others] = people
  if (!one) return null
  return (
    <Card title={texts.consents} essence={consentsInWords(people.flatMap(({ items }) => items))}>
      {!areKept && !isDraft && (
        <Text size="sm" c="dimmed" mb="sm">
          {texts.textNotKnown(TEXT_NOT_KNOWN)}
        </Text>
      )}
      {catalogue.loading ? (
        one.items.map(({ id }) => <Skeleton key={id} height={12} my={16} width="60%" />)
      ) : others.length > 0 ? (
        <FamilyConsents people={people} />
      ) : (
        <ConsentAnswers
          answers={one.items.map((item) => ({
            ...item,
            text: item.text ?? '',
            note: [versionNote(item), withdrawnInWords(item)].filter(Boolean).join(' · '),
          }))}
        />
      )}
      <Stack gap={4} mt="md">
        {people.map((person) => (
          <Text key={person.person} size="sm">
            {[
              others.length > 0 ? person.name : '',
              givenInWords(person),
              confirmedInWords(person),
              retentionInWords(person),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        ))}
      </Stack>
      <Withdrawing order={order} />
    </Card>
  )
}

/** A button for whoever may withdraw consents, while there is one to withdraw. */
function Withdrawing({ order }: { order: Order }) {
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  const isPossible =
    order.abilities.includes('withdrawConsent') &&
    order.consentLedger.some(({ withdrawable }) => withdrawable.length > 0)
  return (
    <>
      {isPossible && (
        <Button
          variant="default"
          mt="md"
          onClick={() => {
            setAsked(true)
            setOpened(true)
          }}
        >
          {texts.withdrawConsent}
        </Button>
      )}
      {asked && (
        <LateDialog onLeave={() => setOpened(false)}>
          <WithdrawConsentDialog order={order} opened={opened} onClose={() => setOpened(false)} />
        </LateDialog>
      )}
    </>
  )
}
