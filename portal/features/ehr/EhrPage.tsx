import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { DataTable } from '#portal/list/DataTable.tsx'
import list from '#portal/list/list.module.css'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { showAgo } from '#ui/dates.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { AdviceCards } from './AdviceCards.tsx'
import { MapForm } from './MapForm.tsx'
import { ehrOptions } from './queries.ts'
import { SendingCards } from './SendingCards.tsx'
import * as texts from './texts.ts'
import { KIND_WORDS } from './words.ts'

/** For the laboratory's Support: hospitals that send orders, and what of these needs a person. */
export default function EhrPage() {
  return useSession().user.support ? <Overview /> : <NotFoundPage />
}

function Overview() {
  const { data, error, refetch } = useQuery(ehrOptions)
  const { institution, selectInstitution } = useSession()
  return (
    <>
      <PageHead
        title={texts.hospitalOrders}
        crumbs={[texts.laboratory, texts.hospitalOrders]}
        sub={texts.hint}
      />
      {error && !data ? (
        <ErrorState problem={error} retry={() => void refetch()} />
      ) : data?.interfaces.length === 0 ? (
        <EmptyState title={texts.noInterface} text={texts.noInterfaceHint} />
      ) : (
        <Stack>
          <Card title={texts.interfaces}>
            <DataTable
              label={texts.interfaces}
              rows={data?.interfaces}
              keyOf={({ code }) => code}
              columns={[
                {
                  ...{ label: texts.interfaceHeading, card: 'head' },
                  cell: ({ name, code, processingId }) => (
                    <>
                      <div>{name}</div>
                      <div className={list.second}>
                        {code}, {texts.takes(processingId)}
                      </div>
                    </>
                  ),
                },
                { label: texts.institution, cell: ({ institutionName }) => institutionName },
                {
                  label: texts.ordersHeading,
                  cell: ({ orders, mapped }) => (
                    <>
                      <div>{orders}</div>
                      <div className={list.second}>{texts.mapped(mapped)}</div>
                    </>
                  ),
                },
                {
                  label: texts.lastMessage,
                  cell: ({ lastMessageAt, refused }) => (
                    <>
                      <div>{lastMessageAt === null ? texts.noMessage : showAgo(lastMessageAt)}</div>
                      {refused > 0 && <div className={list.second}>{texts.refused(refused)}</div>}
                    </>
                  ),
                },
              ]}
            />
          </Card>
          {data && <SendingCards sending={data.sending} outgoing={data.outgoing} />}
          {data && <AdviceCards advice={data.advice} calls={data.adviceCalls} />}
          <Card title={texts.notMapped}>
            {data?.unmapped.length === 0 ? (
              <p>{texts.allMapped}</p>
            ) : (
              <>
                <p>{texts.notMappedHint}</p>
                <DataTable
                  label={texts.notMapped}
                  rows={data?.unmapped}
                  keyOf={({ interfaceCode, kind, code }) => `${interfaceCode} ${kind} ${code}`}
                  columns={[
                    {
                      ...{ label: texts.codeHeading, card: 'head' },
                      cell: ({ kind, code, words }) => (
                        <>
                          <div>
                            {KIND_WORDS[kind][0]} {code}
                          </div>
                          {words !== '' && words !== code && <div className={list.second}>{words}</div>}
                        </>
                      ),
                    },
                    {
                      label: texts.interfaceHeading,
                      cell: ({ interfaceName, orders }) => (
                        <>
                          <div>{interfaceName}</div>
                          <div className={list.second}>{texts.inOrders(counted(orders, 'order'))}</div>
                        </>
                      ),
                    },
                    { label: texts.meaningHeading, cell: (row) => <MapForm row={row} />, card: 'foot' },
                  ]}
                />
              </>
            )}
          </Card>
          {data && data.differing.length > 0 && (
            <Card title={texts.different}>
              <p>{texts.differentHint}</p>
              <DataTable
                label={texts.different}
                rows={data.differing}
                keyOf={({ id }) => id}
                columns={[
                  {
                    ...{ label: texts.ordersHeading, card: 'head' },
                    cell: ({ orderId, hospitalCode, isDraft }) => (
                      <>
                        <Link
                          to={isDraft ? '/create' : '/order/details/$id'}
                          {...(isDraft
                            ? { search: { draft: orderId } }
                            : { params: { id: String(orderId) } })}
                          onClick={() => {
                            if (hospitalCode !== institution.code) selectInstitution(hospitalCode)
                          }}
                        >
                          {orderId}
                        </Link>
                        <div className={list.second}>{isDraft ? texts.draft : texts.submitted}</div>
                      </>
                    ),
                  },
                  { label: texts.interfaceHeading, cell: ({ interfaceName }) => interfaceName },
                  {
                    label: texts.lastMessage,
                    cell: ({ isCancelled, changedAt }) => (
                      <>
                        <div>{isCancelled ? texts.cancelled : texts.changed}</div>
                        <div className={list.second}>{showAgo(changedAt)}</div>
                      </>
                    ),
                  },
                ]}
              />
            </Card>
          )}
        </Stack>
      )}
    </>
  )
}
