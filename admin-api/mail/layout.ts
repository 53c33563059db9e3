import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Html,
  Preview,
  Row as TableRow,
  Section,
  Text,
} from '@react-email/components'
import { createElement as h } from 'react'
import type { CSSProperties, FunctionComponent, ReactElement, ReactNode } from 'react'
import { datesNote, greetingOf } from './mail-content.ts'
import type { MailContent, MailList } from './mail-content.ts'
import { fonts, light, styleSheet } from './theme.ts'

// Its type requires children as a property, but createElement passes them separately.
const Row = TableRow as FunctionComponent<{ readonly children?: ReactNode }>

const text: CSSProperties = {
  margin: '0 0 16px',
  color: light.ink,
  fontFamily: fonts.text,
  fontSize: '17px',
  lineHeight: '1.55',
  overflowWrap: 'anywhere',
}
const small: CSSProperties = { ...text, color: light['ink-soft'], fontSize: '14px' }
const serif: CSSProperties = { color: light.ink, fontFamily: fonts.display, fontWeight: 400 }
const cell: CSSProperties = {
  ...text,
  margin: 0,
  padding: '6px 0',
  fontSize: '15px',
  verticalAlign: 'baseline',
}

const paragraph = (words: string, key?: string): ReactElement =>
  h(Text, { key: key ?? words, className: 'ink', style: text }, words)

const fact = ([label, value]: MailContent['facts'][number]): ReactElement =>
  h(
    Row,
    { key: label },
    h(
      Column,
      { className: 'soft', style: { ...cell, color: light['ink-soft'], paddingRight: '8px' } },
      label,
    ),
    h(
      Column,
      {
        className: 'ink',
        align: 'right',
        style: {
          ...cell,
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
          whiteSpace: 'nowrap',
        },
      },
      value,
    ),
  )

const panel = (facts: MailContent['facts']): ReactNode =>
  facts.length === 0
    ? null
    : h(
        Section,
        {
          className: 'panel',
          style: {
            margin: '0 0 24px',
            padding: '10px 16px',
            backgroundColor: light.sand,
            borderRadius: '12px',
          },
        },
        facts.map(fact),
      )

const point = ({ lead, text: words }: MailList['items'][number]): ReactElement =>
  h(
    Text,
    { key: words, className: 'ink', style: text },
    lead === undefined ? null : h('b', { style: { display: 'block' } }, lead),
    words,
  )

const list = ({ title, items }: MailList): ReactElement =>
  h(
    Section,
    { key: title, style: { margin: '0 0 8px' } },
    h(
      Heading,
      {
        as: 'h2',
        className: 'ink',
        style: { ...serif, margin: '0 0 12px', fontSize: '22px', lineHeight: '1.2' },
      },
      title,
    ),
    items.map(point),
  )

const button = ({ label, url }: MailContent['action']): ReactElement =>
  h(
    Button,
    {
      className: 'button',
      href: url,
      style: {
        margin: '0 0 20px',
        padding: '13px 26px',
        borderRadius: '999px',
        backgroundColor: light.tide,
        color: light['on-tide'],
        fontFamily: fonts.text,
        fontSize: '17px',
        fontWeight: 600,
        lineHeight: '22px',
      },
    },
    label,
  )

const card = (content: MailContent): ReactElement =>
  h(
    Section,
    {
      className: 'card',
      style: {
        backgroundColor: light.surface,
        border: `1px solid ${light.line}`,
        borderRadius: '12px',
        borderCollapse: 'separate',
      },
    },
    h(
      Row,
      null,
      h(
        Column,
        { className: 'inside', style: { padding: '24px 20px 12px' } },
        h(
          Text,
          { className: 'ink', style: { ...serif, margin: '0 0 20px', fontSize: '22px' } },
          'Evenkeel',
        ),
        h(
          Heading,
          {
            as: 'h1',
            className: 'ink title',
            style: { ...serif, margin: '0 0 20px', fontSize: '30px', lineHeight: '1.12' },
          },
          content.heading,
        ),
        paragraph(greetingOf(content), 'greeting'),
        content.paragraphs.map((words) => paragraph(words)),
        panel(content.facts),
        content.lists?.map(list),
        button(content.action),
        content.after.map((words) =>
          h(Text, { key: words, className: 'soft', style: small }, words),
        ),
      ),
    ),
  )

/** The one template of all mails, as a React tree. React escapes every word of the content. */
export const layout = (content: MailContent): ReactElement =>
  h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('title', null, content.subject),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', { dangerouslySetInnerHTML: { __html: styleSheet } }),
    ),
    h(
      Body,
      {
        className: 'page',
        style: { margin: 0, padding: '20px 12px', backgroundColor: light.foam },
      },
      h(Preview, null, content.preview),
      h(
        'main',
        null,
        h(
          Container,
          { style: { maxWidth: '600px' } },
          card(content),
          h(
            Text,
            {
              className: 'soft',
              style: { ...small, margin: '16px 8px 0', fontSize: '13px', lineHeight: '1.5' },
            },
            `${content.reason} ${datesNote}`,
          ),
        ),
      ),
    ),
  )
