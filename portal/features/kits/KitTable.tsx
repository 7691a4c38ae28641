import type { ComponentProps } from 'react'
import type { Kit } from '#contract/kits.ts'
import { DataTable } from '#portal/list/DataTable.tsx'
import { KitStatusTag } from '#ui/KitStatusTag.tsx'
import { KitAction } from './KitActions.tsx'
import { KitsCell, OrderedCell, ParcelCell, RecipientCell } from './KitCells.tsx'
import classes from './kits.module.css'
import type { KitsSearch } from './search-params.ts'
import * as texts from './texts.ts'

type KitTableProps = Pick<ComponentProps<typeof DataTable<Kit, KitsSearch['orderBy']>>, 'rows' | 'sorting'>

export function KitTable(props: KitTableProps) {
  return (
    <DataTable
      {...props}
      label={texts.kitOrders}
      className={classes.widths}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.kits, orderBy: 'kitType', cell: (kit) => <KitsCell kit={kit} />, card: 'head' },
        { label: texts.recipient, orderBy: 'recipient', cell: (kit) => <RecipientCell kit={kit} /> },
        { label: texts.ordered, orderBy: 'ordered', cell: (kit) => <OrderedCell kit={kit} /> },
        {
          label: texts.status,
          orderBy: 'status',
          cell: (kit) => <KitStatusTag status={kit.status} />,
          card: 'tag',
        },
        {
          label: texts.parcel,
          cell: (kit) => <ParcelCell kit={kit} />,
          cardCell: (kit) => kit.sent && <ParcelCell kit={kit} />,
        },
        { label: texts.actions, hidesLabel: true, cell: (kit) => <Actions kit={kit} />, card: 'foot' },
      ]}
    />
  )
}

function Actions({ kit }: { kit: Kit }) {
  return (
    <div className={classes.actions}>
      <KitAction kit={kit} action="receive" small />
      <KitAction kit={kit} action="cancel" small />
    </div>
  )
}
