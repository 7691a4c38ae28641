import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#portal/api.ts'
import { showDay } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LoadingIndicator } from '#ui/LoadingIndicator.tsx'
import type { CascadePlace } from './queries.ts'
import * as texts from './texts.ts'

interface Report {
  orderId: number
  reportId: number
  variantKeys: string[]
}

interface ReportedVariantsProps extends CascadePlace {
  chosen: Report | null
  error: string | undefined
  onChoose: (report: Report | null) => void
}

/** The variants that one order's reports list as found; of one report at most two are chosen. */
export function ReportedVariants({ hospital, id, chosen, error, onChoose }: ReportedVariantsProps) {
  const [typed, setTyped] = useState('')
  const [orderId, setOrderId] = useState<number | null>(null)
  const query = useQuery({
    queryKey: ['orders', hospital, 'reported-variants', id, orderId],
    queryFn: () => api.familyCascade.reported({ params: { hospital, id }, query: { orderId: orderId ?? 0 } }),
    enabled: orderId !== null,
    retry: false,
  })
  const toggle = (reportId: number, key: string) => {
    const before = chosen?.reportId === reportId ? chosen.variantKeys : []
    const variantKeys = before.includes(key)
      ? before.filter((one) => one !== key)
      : [...before, key].slice(-2)
    onChoose(variantKeys.length === 0 ? null : { orderId: orderId ?? 0, reportId, variantKeys })
  }
  const look = () => {
    const number = Number(typed.trim())
    onChoose(null)
    setOrderId(Number.isSafeInteger(number) && number > 0 ? number : null)
  }
  return (
    <Stack gap="xs">
      <Group align="end">
        <TextInput
          label={texts.orderNumber}
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            look()
          }}
          error={error}
        />
        <Button variant="default" onClick={look}>
          {texts.lookUp}
        </Button>
      </Group>
      {query.isFetching && <LoadingIndicator />}
      {query.isError && <ErrorState problem={query.error} retry={() => query.refetch()} />}
      {query.data?.length === 0 && <div role="status">{texts.noVariants}</div>}
      {query.data?.map(
        ({ reportId, variantKey, variant, description, variantClass, testName, reportedOn, person }) => (
          <Checkbox
            key={`${reportId} ${variantKey}`}
            label={`${variant.gene} ${description}`}
            description={[variantClass, person, testName, showDay(reportedOn)].filter(Boolean).join(', ')}
            checked={chosen?.reportId === reportId && chosen.variantKeys.includes(variantKey)}
            onChange={() => toggle(reportId, variantKey)}
          />
        ),
      )}
    </Stack>
  )
}
