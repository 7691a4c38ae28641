import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ChartCondition } from '#domain/ehr/chart.ts'
import type { Indication } from '#domain/orders/document.ts'
import { useField } from '../draft/form-context.ts'
import { readIndication } from '../read-indication.ts'
import { useChart } from './chart-context.ts'
import * as texts from './texts.ts'

const LIST = '/indicationsForTesting'
/** How many are offered at once: a chart of forty problems names no indication. */
const FIRST = 5

/** The diagnoses of the chart, to choose the indication from. */
export function ChartDiagnoses() {
  const chart = useChart()
  const { value: list, set } = useField<Indication[]>(LIST)
  const [isWhole, setWhole] = useState(false)
  if (!chart) return null
  const left = chart.conditions.filter((one) => !list.some((chosen) => isSame(chosen, one)))
  if (left.length === 0) return null
  const visible = isWhole ? left : left.slice(0, FIRST)
  return (
    <Stack gap={4} role="group" aria-label={texts.chooseIndication}>
      <Text fw={600}>{texts.chooseIndication}</Text>
      <Text size="sm">{texts.chooseHint}</Text>
      <Group gap="xs">
        {visible.map((one) => (
          <Button
            key={one.code || one.words}
            variant="default"
            size="xs"
            onClick={() => set([...list, indicationOf(one)])}
          >
            {texts.choose(inWords(one))}
            {one.ofVisit && ` · ${texts.ofVisit}`}
          </Button>
        ))}
        {visible.length < left.length && (
          <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
            {texts.showAll(left.length)}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const inWords = ({ code, words }: ChartCondition) => [code, words].filter(Boolean).join(' ')

const indicationOf = ({ code, words }: ChartCondition): Indication =>
  code === '' ? readIndication(words) : { code, description: words }

const isSame = (chosen: Indication, one: ChartCondition) =>
  one.code === '' ? chosen.description === one.words : chosen.code === one.code
