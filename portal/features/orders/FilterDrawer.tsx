import {
  Autocomplete,
  Button,
  Checkbox,
  Drawer,
  Group,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ALERT_GROUPS } from '#domain/orders/hold-kinds.ts'
import { ORDER_STATUSES } from '#domain/orders/status.ts'
import { RESULT_FILTERS } from '#domain/results/outcomes.ts'
import { RESULT_FILTER_WORDS } from '#domain/results/words.ts'
import { historyFilterOptions } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'
import { TypedMultiSelect } from '#ui/fields/TypedMultiSelect.tsx'
import { TypedSelect } from '#ui/fields/TypedSelect.tsx'
import classes from './filter-drawer.module.css'
import {
  codesIn,
  FLAG_WORDS,
  FLAGS,
  GROUP_WORDS,
  type ListFilters,
  NO_FILTERS,
  ORDER_STATUS_WORDS,
} from './list-filters.ts'
import * as texts from './texts.ts'

interface FilterDrawerProps {
  opened: boolean
  /** What narrows the list now. */
  filters: ListFilters
  onApply: (filters: ListFilters) => void
  onClose: () => void
}

/** Everything that the list can be narrowed by, at the side; the list follows when it is asked to. */
export function FilterDrawer({ opened, filters, onApply, onClose }: FilterDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={texts.filters}
      position="right"
      size={400}
      closeButtonProps={{ 'aria-label': texts.closeTheFilters }}
    >
      <FilterForm filters={filters} onApply={onApply} />
    </Drawer>
  )
}

/** Begins with what narrows the list each time that the drawer is opened. */
function FilterForm({ filters, onApply }: Pick<FilterDrawerProps, 'filters' | 'onApply'>) {
  const { institution, institutions } = useSession()
  const { data } = useQuery(historyFilterOptions(institution.code))
  const [chosen, setChosen] = useState(filters)
  const set = (change: ListFilters) => setChosen((before) => ({ ...before, ...change }))
  const { dateFrom, dateTo, test } = chosen
  const tests = (data?.tests ?? []).map(({ code, name, count }) => ({
    value: code,
    label: `${name} (${count})`,
    synonyms: [code, name],
  }))
  const wrongDays = dateFrom !== undefined && dateTo !== undefined && dateTo < dateFrom
  const days = { min: data?.firstDate ?? undefined, max: data?.lastDate ?? undefined }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrongDays) onApply(chosen)
      }}
    >
      <Stack gap="md">
        <fieldset className={classes.group}>
          <legend>{texts.onlyOrdersThatAre}</legend>
          <SimpleGrid cols={2} spacing="xs">
            {FLAGS.map((flag) => (
              <Checkbox
                key={flag}
                label={FLAG_WORDS[flag]}
                checked={chosen[flag] ?? false}
                onChange={(event) => set({ [flag]: event.currentTarget.checked || undefined })}
              />
            ))}
          </SimpleGrid>
        </fieldset>
        <Group grow align="flex-start" gap="sm">
          <TextInput
            type="date"
            label={texts.orderedFrom}
            {...(days.min ? { min: days.min } : {})}
            {...(days.max ? { max: days.max } : {})}
            value={dateFrom ?? ''}
            onChange={(event) => set({ dateFrom: event.currentTarget.value || undefined })}
          />
          <TextInput
            type="date"
            label={texts.orderedTo}
            {...(days.max ? { max: days.max } : {})}
            value={dateTo ?? ''}
            error={wrongDays && texts.daysReversed}
            onChange={(event) => set({ dateTo: event.currentTarget.value || undefined })}
          />
        </Group>
        <TypedSelect
          label={texts.test}
          placeholder={texts.any}
          clearable
          limit={100}
          options={
            test && !tests.some(({ value }) => value === test)
              ? [{ value: test, label: test }, ...tests]
              : tests
          }
          nothingFoundMessage={texts.noSuchTest}
          value={test ?? ''}
          onChange={(code) => set({ test: code || undefined })}
        />
        <Autocomplete
          label={texts.orderingProvider}
          placeholder={texts.anyOrPartOfName}
          limit={50}
          maxLength={100}
          data={(data?.providers ?? []).map(({ name }) => name)}
          value={chosen.provider ?? ''}
          onChange={(provider) => set({ provider: provider || undefined })}
        />
        <TextInput
          label={texts.patient}
          placeholder={texts.partOfTheName}
          autoComplete="off"
          maxLength={100}
          value={chosen.patient ?? ''}
          onChange={(event) => set({ patient: event.currentTarget.value || undefined })}
        />
        <TextInput
          label={texts.labNumberBeginsWith}
          description={texts.partOfNumberHint}
          autoComplete="off"
          maxLength={100}
          value={chosen.labNumber ?? ''}
          onChange={(event) => set({ labNumber: event.currentTarget.value || undefined })}
        />
        {institutions.length > 1 && (
          <TypedMultiSelect
            label={texts.institutions}
            placeholder={chosen.hospitalCodes ? '' : institution.name}
            clearable
            limit={100}
            options={institutions.map(({ code, name }) => ({ value: code, label: name, synonyms: [code] }))}
            value={codesIn(chosen.hospitalCodes)}
            onChange={(codes) => set({ hospitalCodes: codes.join(',') || undefined })}
          />
        )}
        <Select
          label={texts.result}
          placeholder={texts.any}
          clearable
          data={RESULT_FILTERS.map((value) => ({ value, label: RESULT_FILTER_WORDS[value] }))}
          value={chosen.result ?? null}
          onChange={(value) => set({ result: value ?? undefined })}
        />
        <Group grow align="flex-start" gap="sm">
          <Select
            label={texts.orderStatus}
            placeholder={texts.any}
            clearable
            data={ORDER_STATUSES.map((value) => ({ value, label: ORDER_STATUS_WORDS[value] }))}
            value={chosen.orderStatus ?? null}
            onChange={(value) => set({ orderStatus: value ?? undefined })}
          />
          <Select
            label={texts.testGroup}
            placeholder={texts.any}
            clearable
            data={ALERT_GROUPS.map((value) => ({ value, label: GROUP_WORDS[value] }))}
            value={chosen.group ?? null}
            onChange={(value) => set({ group: value ?? undefined })}
          />
        </Group>
      </Stack>
      <Group className={classes.foot} justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => setChosen(NO_FILTERS)}>
          {texts.clear}
        </Button>
        <Button type="submit" disabled={wrongDays}>
          {texts.showOrders}
        </Button>
      </Group>
    </form>
  )
}
