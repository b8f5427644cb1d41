/** Chinese. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': '测试支付',
  'This page stands in for a payment provider. No money moves.': '此页面代替支付服务商，不涉及任何真实资金。',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': '此金额将在卡上预授权。只为取出的商品扣款，其余在关门后解除。',
  'Pay with': '支付方式',
  'Test card': '测试银行卡',
  'Test phone wallet': '测试手机钱包',
  "The provider's message comes": '支付服务商的通知',
  'at once': '立即送达',
  'twice': '送达两次',
  'never (it is asked for after two minutes)': '不送达（两分钟后会主动查询）',
  'On its way...': '处理中...',
  'Hold {amount}': '预授权 {amount}',
  'Decline the card': '拒绝此卡',
  'Leave without paying': '不付款离开',
  'Your card was declined. Please try another one.': '您的卡被拒绝。请换一张卡。',
  'This payment has been made.': '此笔付款已完成。',
  'This checkout was left without paying.': '此付款页面在未付款的情况下被关闭。',
  // The simulated tag
  'NFC Tap Simulation': 'NFC 标签模拟',
  'Development mode': '开发模式',
  'This page stands in for a real tag.': '此页面代替真实的标签。',
  'No online machines available. Please ensure machines are online in the admin panel.': '没有在线的机器。请在管理后台确认机器在线。',
  'Machine': '机器',
  'Tap the tag: a session begins and the door unlocks.': '轻触标签：购物开始，门锁打开。',
  'Take items: each one appears with its price.': '取出商品：每件商品及其价格都会显示。',
  'Close the door, then pay.': '关好门，然后付款。',
  'Tap NFC Tag': '轻触 NFC 标签',
  'Back to Dashboard': '返回控制台',
};
