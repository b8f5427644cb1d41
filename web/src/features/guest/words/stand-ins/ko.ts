/** Korean. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': '테스트 결제',
  'This page stands in for a payment provider. No money moves.': '이 페이지는 결제 서비스를 대신합니다. 실제 돈은 오가지 않습니다.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': '이 금액이 카드에 승인됩니다. 꺼낸 만큼만 결제되며, 나머지는 문이 닫히면 해제됩니다.',
  'Pay with': '결제 수단',
  'Test card': '테스트 카드',
  'Test phone wallet': '테스트 휴대폰 지갑',
  "The provider's message comes": '결제 서비스의 알림',
  'at once': '바로 옴',
  'twice': '두 번 옴',
  'never (it is asked for after two minutes)': '오지 않음(2분 뒤에 조회합니다)',
  'On its way...': '처리 중...',
  'Hold {amount}': '{amount} 승인하기',
  'Decline the card': '카드 거절하기',
  'Leave without paying': '결제하지 않고 나가기',
  'Your card was declined. Please try another one.': '카드가 거절되었습니다. 다른 카드를 사용해 주세요.',
  'This payment has been made.': '이 결제는 완료되었습니다.',
  'This checkout was left without paying.': '결제하지 않고 나간 화면입니다.',
  // The simulated tag
  'NFC Tap Simulation': 'NFC 태그 시뮬레이션',
  'Development mode': '개발 모드',
  'This page stands in for a real tag.': '이 페이지는 실제 태그를 대신합니다.',
  'No online machines available. Please ensure machines are online in the admin panel.': '온라인 상태인 자판기가 없습니다. 관리 화면에서 자판기가 온라인인지 확인해 주세요.',
  'Machine': '자판기',
  'Tap the tag: a session begins and the door unlocks.': '태그에 대면 구매가 시작되고 문의 잠금이 풀립니다.',
  'Take items: each one appears with its price.': '상품을 꺼내면 가격과 함께 표시됩니다.',
  'Close the door, then pay.': '문을 닫은 다음 결제해 주세요.',
  'Tap NFC Tag': 'NFC 태그에 대기',
  'Back to Dashboard': '대시보드로 돌아가기',
};
