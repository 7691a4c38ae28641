import { Anchor, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLegalTexts } from '#portal/legal-texts.ts'
import { Card } from '#ui/Card.tsx'
import { LegalDialog } from '#ui/LegalDialog.tsx'
import * as texts from '../texts.ts'
import classes from './registration.module.css'
import type { Values } from './values.ts'

/** The conditions of the terms (specification §1). The terms themselves are accepted when the account is open. */
export function ConditionsCard({ form }: { form: UseFormReturn<Values> }) {
  const { terms, userConditions } = useLegalTexts()
  const [reading, setReading] = useState(false)
  return (
    <Card
      title={texts.conditions}
      action={
        <Anchor component="button" type="button" underline="always" onClick={() => setReading(true)}>
          {texts.readTheFullTerms}
        </Anchor>
      }
    >
      <ul className={classes.conditions}>
        {Object.values(userConditions).map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
      <Checkbox
        label={texts.conditionsMet}
        error={form.formState.errors.conditionsConfirmed?.message}
        {...form.register('conditionsConfirmed')}
      />
      <LegalDialog text={terms} opened={reading} onClose={() => setReading(false)} />
    </Card>
  )
}
