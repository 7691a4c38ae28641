import { randomUUID } from 'node:crypto'
import type { Example, ExampleIds } from './example.ts'
import { indexOfHospital } from './orders.ts'

const documents = ({ hospital, order }: ExampleIds) => `/api/orders/${hospital}/${order}/documents`
const document = (ids: ExampleIds) => `${documents(ids)}/${1 + indexOfHospital(ids.hospital)}`

/** The form always has the same upload: sending it again returns the existing document. */
function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, 'notes.txt')
  }
  return data
}

export const documentsExamples: Record<string, Example> = {
  'documents.list': { needs: ['ViewOrder'], path: documents, answer: 200 },
  'documents.upload': {
    needs: ['CreateOrder'],
    path: documents,
    body: form({ uploadKey: randomUUID(), type: 'Other', file: new Blob(['Notes']) }),
    answer: 201,
  },
  'documents.download': { needs: ['ViewOrder'], path: document, answer: 200 },
  // A document sent with an order cannot be removed.
  'documents.remove': { needs: ['CreateOrder'], path: document, answer: 409 },
  'documents.requisition': {
    needs: ['ViewOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/${order}/requisition`,
    answer: 200,
  },
  'documents.phenopacket': {
    needs: ['ViewOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/${order}/phenopacket`,
    answer: 200,
  },
  'documents.requisitions': {
    needs: ['ViewOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/requisitions?ids=${order}`,
    answer: 200,
  },
  'documents.addRequisition': {
    needs: ['CreateOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/${order}/add-req`,
    body: form({ htmlContent: '<p>Call first</p>' }),
    // The order is reported: nothing can be added to a completed order.
    answer: 409,
  },
}
