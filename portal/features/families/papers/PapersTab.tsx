import { Button, Checkbox, Select, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { MemberKey } from '#domain/family/document.ts'
import type { DetailName } from '#domain/family/formats/details.ts'
import { FILE_ENDINGS, type FormatName } from '#domain/family/formats/format.ts'
import { api } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { notifyProblem } from '#ui/notices.ts'
import { useOpenFamily } from '../open-family.ts'
import classes from './papers.module.css'
import * as texts from './texts.ts'

const route = getRouteApi('/signed-in/families/$id')
const MOST_NAMED = 5

interface Loss {
  detail: DetailName
  people: readonly MemberKey[]
}

/** The family as a file: format, names or none, and what the file will not have, before it is made. */
export function PapersTab() {
  const { id } = route.useParams()
  const { institution } = useSession()
  const { document, state } = useOpenFamily()
  const [format, setFormat] = useState<FormatName>('karyo')
  const [names, setNames] = useState(false)
  const [condition, setCondition] = useState<string | null>(null)
  const params = { hospital: institution.code, id: Number(id), familyFormat: format }
  const asked = condition === null || format !== 'ped' ? {} : { condition }
  const query = { names: names ? ('yes' as const) : ('no' as const), ...asked }
  const losses = useQuery({
    // What is saved is what is downloaded.
    queryKey: ['families', institution.code, 'losses', params, query, state.status.kind],
    queryFn: () => api.familyFiles.losses({ params, query }),
  })
  const download = useMutation({
    mutationFn: () => api.familyFiles.download({ params, query }),
    onSuccess: (bytes) =>
      saveFile(bytes, {
        filename: `family-${id}-${format}.${FILE_ENDINGS[format]}`,
        mediaType: 'application/octet-stream',
      }),
    onError: notifyProblem,
  })
  const use = texts.FORMATS.find(({ value }) => value === format)?.use
  return (
    <Card title={texts.downloadTitle} sub={texts.downloadHint}>
      <div className={classes.form}>
        <Select
          label={texts.format}
          description={use}
          data={texts.FORMATS.map(({ value, label }) => ({ value, label }))}
          value={format}
          allowDeselect={false}
          onChange={(chosen) => {
            const found = texts.FORMATS.find(({ value }) => value === chosen)
            if (found) setFormat(found.value)
          }}
        />
        {format === 'ped' && document.legend.length > 1 && (
          <Select
            label={texts.condition}
            description={texts.conditionHint}
            data={document.legend.map(({ key, name }) => ({ value: key, label: name || key }))}
            value={condition ?? document.legend[0]?.key ?? null}
            allowDeselect={false}
            onChange={setCondition}
          />
        )}
        <Checkbox
          label={texts.withNames}
          description={names ? texts.namesWarning : undefined}
          checked={names}
          onChange={(event) => setNames(event.currentTarget.checked)}
        />
        <div role="status" aria-label={texts.checking}>
          {losses.data ? (
            <Losses {...losses.data} format={format} />
          ) : losses.isError ? (
            <ErrorState problem={losses.error} retry={() => losses.refetch()} />
          ) : (
            <Skeleton height={80} />
          )}
        </div>
        <Button
          className={classes.confirm}
          loading={download.isPending}
          disabled={!losses.data}
          onClick={() => download.mutate()}
        >
          {texts.download}
        </Button>
      </div>
    </Card>
  )
}

function Losses({ unnamed, lost, format }: { unnamed: Loss[]; lost: Loss[]; format: FormatName }) {
  if (unnamed.length + lost.length === 0) return <Text size="sm">{texts.nothingLost}</Text>
  return (
    <>
      {lost.length > 0 && <LossList title={texts.lost(texts.formatLabel(format))} losses={lost} />}
      {unnamed.length > 0 && <LossList title={texts.unnamed} losses={unnamed} />}
    </>
  )
}

function LossList({ title, losses }: { title: string; losses: readonly Loss[] }) {
  const { callOf } = useOpenFamily()
  return (
    <>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.list} aria-label={title}>
        {losses.map(({ detail, people }) => {
          const named = people.slice(0, MOST_NAMED).map(callOf)
          const who = texts.several(named, people.length - named.length)
          return (
            <li key={detail}>
              {people.length === 0 ? texts.ofFamily(detail) : texts.ofPeople(detail, people.length, who)}
            </li>
          )
        })}
      </ul>
    </>
  )
}
