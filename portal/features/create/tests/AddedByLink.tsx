import { Alert, Button, Group } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { money } from '#domain/coverage/money.ts'
import { useFromCart } from '../cart-order.ts'
import { useFormState, useOrderForm } from '../draft/form-context.ts'
import { focusField } from '../focus-field.ts'
import * as texts from './texts.ts'

/**
 * Names the tests that a link has brought beside the one that was chosen, because the clinic often orders them with it
 * (ORDER-05), with what they cost, and takes them out with one press. In a cart somebody chose each.
 */
export function AddedByLink() {
  const form = useOrderForm()
  const { test = [] } = useSearch({ strict: false })
  const link = [test].flat().join()
  const isFromCart = useFromCart()
  // The address loses its tests once the draft is saved.
  const [linked, setLinked] = useState<string[]>([])
  useEffect(() => {
    if (link !== '') setLinked(isFromCart ? [] : link.split(',').slice(1))
  }, [link, isFromCart])
  const tests = useFormState((state) => state.document.tests)
  const details = useFormState((state) => state.tests)
  const offeredWith = (code: string) =>
    details.find((one) => one.code !== code && one.addOnTests.some((addOn) => addOn.code === code))
  const added = tests.filter(({ testCode }) => linked.includes(testCode) && offeredWith(testCode))
  const [first] = added
  if (!first) return null
  const priced = added.map(({ testCode, testName }) => {
    const price = details.find(({ code }) => code === testCode)?.listPriceCents
    return price === undefined ? testName : `${testName} (${money(price)})`
  })
  const remove = () => {
    for (const { testCode } of added) form.removeTest(testCode)
    setLinked([])
    requestAnimationFrame(() => focusField('/tests'))
  }
  return (
    <Alert
      color="brand"
      mb="md"
      title={texts.addedWith(offeredWith(first.testCode)?.testName ?? texts.thisTest)}
    >
      <Group justify="space-between" gap="sm">
        <span>{texts.orderedTogether(priced.join(', '))}</span>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={remove}>
            {added.length === 1 ? texts.remove : texts.removeAll(added.length)}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => setLinked([])}>
            {texts.keep}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
