import { Button, Group, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RedeemedCode } from '#contract/family-cascade.ts'
import { api } from '#portal/api.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { BeginButton } from '#portal/order/BeginButton.tsx'
import { Banner } from '#ui/Banner.tsx'
import { showInstant } from '#ui/dates.ts'
import { Refusal } from '#ui/dialogs/Refusal.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import classes from './cascade.module.css'
import { Offers } from './Offers.tsx'
import { redeemedOptions } from './queries.ts'
import { TellsDialog } from './TellsDialog.tsx'
import * as texts from './texts.ts'
import { variantInWords } from './words.ts'

interface RedeemedOneProps {
  hospital: string
  redeemed: RedeemedCode
}

/** What one code says, its order, and what the family's clinic learns of it. */
export function RedeemedOne({ hospital, redeemed }: RedeemedOneProps) {
  const { variants, variantClass, inheritance, laboratory, offers, usedAt, tells } = redeemed
  const [isChanging, setChanging] = useState(false)
  const name = variants.map(variantInWords).join(' and ')
  return (
    <li className={classes.relative}>
      <h3>{name}</h3>
      <InlineList
        of={[variantClass, texts.INHERITANCES[inheritance], laboratory].filter((part) => part !== '')}
      />
      {redeemed.isWithdrawn && (
        <Banner tone="bad" title={texts.noLongerValid}>
          {texts.noLongerValidHint}
        </Banner>
      )}
      {redeemed.isQuestioned && !redeemed.isWithdrawn && (
        <Banner tone="bad" title={texts.questioned}>
          {texts.questionedHint}
        </Banner>
      )}
      <Offers offers={offers} />
      <div className={classes.quiet}>{texts.redeemedOn(showInstant(usedAt))}</div>
      <div className={classes.quiet}>{texts.familyLearns(texts.AGREED[tells])}</div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-md"
          aria-label={texts.changeTellsOf(name)}
          onClick={() => setChanging(true)}
        >
          {texts.changeTells}
        </Button>
        {redeemed.orderId !== null && (
          <TextLink to="/order/details/$id" params={{ id: String(redeemed.orderId) }}>
            {texts.openOrder(redeemed.orderId)}
          </TextLink>
        )}
      </div>
      {redeemed.orderId === null && offers.length > 0 && <BeginOrder {...{ hospital, redeemed, name }} />}
      {isChanging && <TellsDialog {...{ hospital, redeemed, name }} onClose={() => setChanging(false)} />}
    </li>
  )
}

function BeginOrder({ hospital, redeemed, name }: RedeemedOneProps & { name: string }) {
  const { id, offers } = redeemed
  const [testCode, setTestCode] = useState(offers[0]?.testCode ?? '')
  // One for each intended order: pressed twice, it finds the same draft.
  const [draftKey] = useState(() => crypto.randomUUID())
  const navigate = useNavigate()
  const queries = useQueryClient()
  const begin = useMutation({
    mutationFn: () => api.familyCodes.order({ params: { hospital, id }, body: { draftKey, testCode } }),
    onSuccess: ({ orderId }) => {
      void queries.invalidateQueries({ queryKey: redeemedOptions(hospital).queryKey })
      return navigate({ to: '/create', search: { draft: orderId } })
    },
  })
  return (
    <>
      <Group align="end" gap="xs">
        {offers.length > 1 && (
          <Select
            label={texts.test}
            data={offers.map(({ testCode: value, testName: label }) => ({ value, label }))}
            allowDeselect={false}
            value={testCode}
            onChange={(value) => setTestCode(value ?? testCode)}
          />
        )}
        <BeginButton
          loading={begin.isPending}
          aria-label={texts.beginOrderFor(name)}
          onClick={() => begin.mutate()}
        >
          {texts.beginOrder}
        </BeginButton>
      </Group>
      <Refusal problem={begin.error} />
    </>
  )
}
