import { Alert, Button, Group, NumberInput, Radio, Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Controller } from 'react-hook-form'
import { MOST_KITS } from '#domain/kits/kit.ts'
import { KIT_TYPES } from '#domain/lookups.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorSummary } from '#ui/ErrorSummary.tsx'
import { wordsFor } from '#ui/problem-words.ts'
import classes from './kit-order.module.css'
import { RecipientFields } from './RecipientFields.tsx'
import * as texts from './texts.ts'
import { type KitOrderStart, useKitOrder } from './use-kit-order.ts'
import { kitsInWords } from './words.ts'

/** Which kits, how many, and to whom. */
export function KitOrderForm(start: KitOrderStart) {
  const { form, submit, wrong, goTo, failure, stored, restored, startOver } = useKitOrder(start)
  const { control, register, formState } = form
  const failureWords = failure === null ? null : wordsFor(failure)
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      {restored && (
        <Alert color="blue" role="status">
          <Group justify="space-between" gap="xs">
            {texts.restored}
            <Button variant="default" size="xs" onClick={startOver}>
              {texts.startOver}
            </Button>
          </Group>
        </Alert>
      )}
      <Card title={texts.kits}>
        <div className={classes.kits}>
          <Controller
            control={control}
            name="kitType"
            render={({ field, fieldState }) => (
              <Radio.Group
                label={texts.kitType}
                name={field.name}
                value={field.value}
                onChange={field.onChange}
                error={fieldState.error?.message}
              >
                <div className={classes.types}>
                  {KIT_TYPES.map((type) => (
                    <Radio key={type} value={type} label={type} />
                  ))}
                </div>
              </Radio.Group>
            )}
          />
          <Controller
            control={control}
            name="quantity"
            render={({ field, fieldState }) => (
              <NumberInput
                className={classes.quantity}
                label={texts.quantity}
                name={field.name}
                min={1}
                max={MOST_KITS}
                clampBehavior="none"
                allowDecimal={false}
                allowNegative={false}
                aria-required
                value={field.value}
                onChange={(value) => field.onChange(typeof value === 'number' ? value : '')}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
              />
            )}
          />
          <Textarea
            label={
              <>
                {texts.forTheLaboratory} <span className={classes.optional}>{texts.optional}</span>
              </>
            }
            autosize
            minRows={2}
            maxLength={500}
            error={formState.errors.note?.message}
            {...register('note')}
          />
        </div>
      </Card>
      <Card title={texts.shipTo} sub={texts.shipToHint}>
        <RecipientFields form={form} />
      </Card>
      <div className={classes.send}>
        <ErrorSummary errors={wrong} goTo={goTo} />
        {failureWords && (
          <Alert color="red" role="alert" title={failureWords.title}>
            {failureWords.detail === '' ? texts.stillHere : failureWords.detail}
          </Alert>
        )}
        {stored && (
          <Alert color="yellow" role="alert" title={texts.alreadyOrdered(stored.id)}>
            <p>{texts.alreadyOrderedHint(kitsInWords(stored))}</p>
            <Link to="/kits/$id" params={{ id: String(stored.id) }}>
              {texts.openKitOrder(stored.id)}
            </Link>
          </Alert>
        )}
        <Button type="submit" size="md" loading={formState.isSubmitting}>
          {texts.orderKits}
        </Button>
      </div>
    </form>
  )
}
